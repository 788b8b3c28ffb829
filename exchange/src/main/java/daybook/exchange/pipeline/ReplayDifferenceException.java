package daybook.exchange.pipeline;

/** The recorded commands do not give the recorded events. */
public final class ReplayDifferenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seq;
    private final long commandSeq;

    ReplayDifferenceException(long seq, long commandSeq, String what) {
        super("seq " + seq + ", commandSeq " + commandSeq + ": " + what);
        this.seq = seq;
        this.commandSeq = commandSeq;
    }

    /** First event that differs. */
    public long seq() {
        return seq;
    }

    /** The command it belongs to. */
    public long commandSeq() {
        return commandSeq;
    }
}
