package daybook.log.embedded;

/** Numbers of the file format; {@code docs/formats/log.md} explains them. */
final class LogFormat {
    static final int VERSION = 1;

    static final byte FILE = 16;
    static final byte BATCH = 17;
    static final byte CLOSED = 18;
    static final byte LINE = 19;
    static final byte START = 20;
    static final byte TOPIC = 21;
    static final byte INDEX = 22;
    static final byte PRODUCER = 23;
    static final byte GROUP = 24;
    static final byte OFFSETS = 25;
    static final byte SHARE = 26;
    static final byte SHARE_START = 27;

    private LogFormat() {}
}
