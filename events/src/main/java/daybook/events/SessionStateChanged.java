package daybook.events;

/** The venue is in another state. */
public record SessionStateChanged(long seq, long time, SessionState state) implements Event {
    @Override
    public Kind kind() {
        return Kind.SESSION_STATE_CHANGED;
    }

    @Override
    public String key() {
        return "";
    }
}
