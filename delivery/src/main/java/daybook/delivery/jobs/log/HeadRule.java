package daybook.delivery.jobs.log;

/** What is done about the first job of a partition. */
@FunctionalInterface
interface HeadRule {
    /** What is done. */
    enum Verdict {
        HAND_OUT,
        /** The partition waits for it, and with it all that lies behind: a log has no place to step aside to. */
        WAIT,
        /** Passed over. */
        SKIP
    }

    /** Never before its time. */
    HeadRule NOT_BEFORE_DUE = (head, nowMs) -> nowMs >= head.job().dueAtMs() ? Verdict.HAND_OUT : Verdict.WAIT;

    Verdict of(CarriedJob head, long nowMs);
}
