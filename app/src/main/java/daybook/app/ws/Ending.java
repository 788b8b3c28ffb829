package daybook.app.ws;

/** Why a connection is closed from here: WebSocket close codes, those from 4000 on our own. */
public enum Ending {
    STOPPING(1001, "the server stops: connect again"),
    NOT_TEXT(1003, "binary message (expected: text)"),
    NOT_UTF8(1007, "message: not UTF-8"),
    TOO_MANY_FRAMES(1008, "too many frames a second"),
    TOO_LARGE(1009, "message: too large"),
    /** Its token was revoked or has expired, or its session is over. */
    RIGHTS_ENDED(4001, "token or session: no longer accepted"),
    IDLE(4002, "nothing was heard in time"),
    /** It is more than what is remembered behind, or does not take a frame. */
    TOO_SLOW(4008, "too slow: subscribe again with from");

    private final int code;
    private final String reason;

    Ending(int code, String reason) {
        this.code = code;
        this.reason = reason;
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }
}
