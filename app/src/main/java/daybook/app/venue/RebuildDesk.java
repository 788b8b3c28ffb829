package daybook.app.venue;

/** Where building the ledger again is asked for, and how it goes is read. Safe for many threads. */
final class RebuildDesk {

    /** Where it stands. */
    enum State {
        NONE,
        ASKED,
        BUILDING,
        DONE,
        FAILED
    }

    /**
     * How it goes.
     *
     * @param fromSnapshot begins with the snapshot that lies in the data directory, not with the log's first record
     * @param read records that the new one covers
     * @param end records that there are
     * @param message why it failed; otherwise empty
     */
    record Report(State state, boolean fromSnapshot, long read, long end, String message) {
        static final Report NONE = new Report(State.NONE, false, 0, 0, "");

        boolean isUnderWay() {
            return state == State.ASKED || state == State.BUILDING;
        }

        Report now(State state, long read, long end) {
            return new Report(state, fromSnapshot, read, end, "");
        }

        Report failed(String why) {
            return new Report(State.FAILED, fromSnapshot, read, end, why);
        }
    }

    private Report report = Report.NONE;

    /** False if one is under way. */
    synchronized boolean ask(boolean fromSnapshot) {
        if (report.isUnderWay()) {
            return false;
        }
        report = new Report(State.ASKED, fromSnapshot, 0, 0, "");
        return true;
    }

    synchronized Report report() {
        return report;
    }

    synchronized void tell(Report now) {
        report = now;
    }
}
