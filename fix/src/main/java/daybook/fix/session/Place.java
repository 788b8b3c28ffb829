package daybook.fix.session;

/**
 * How far a session has been told the exchange's history, as one rising number, and the ExecID that says so.
 *
 * <p>An event gives a session at most two reports, when both sides of a trade are its account's: so an event has two places. The
 * ExecID is made of the event's seq and nothing else: whoever reports an event again, after a crash or a restart from a copy, reports
 * it under the same ExecID.
 */
public final class Place {
    private static final String PREFIX = "x-";
    private static final String BUY = "-B";
    private static final String SELL = "-S";

    private Place() {}

    /** Of a report of an event, or of the buying side of a trade. */
    public static long first(long seq) {
        return seq * 2;
    }

    /** Of the selling side of a trade. */
    public static long second(long seq) {
        return seq * 2 + 1;
    }

    /** The event that a place belongs to. */
    public static long seq(long place) {
        return place / 2;
    }

    /** The ExecID of the report at a place; that of a trade also tells the side. */
    public static String execId(long place, boolean isTrade) {
        String id = PREFIX + seq(place);
        if (!isTrade) {
            return id;
        }
        return id + (place == first(seq(place)) ? BUY : SELL);
    }

    /** The place that an ExecID stands for; -1 if it stands for none. */
    static long of(String execId) {
        if (!execId.startsWith(PREFIX)) {
            return -1;
        }
        boolean sell = execId.endsWith(SELL);
        int end = sell || execId.endsWith(BUY) ? execId.length() - 2 : execId.length();
        try {
            long seq = Long.parseLong(execId, PREFIX.length(), end, 10);
            return sell ? second(seq) : first(seq);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
