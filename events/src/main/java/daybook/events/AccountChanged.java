package daybook.events;

/** An account was added or its settings changed; they hold from this event on. */
public record AccountChanged(long seq, long time, Account account) implements Event {
    @Override
    public Kind kind() {
        return Kind.ACCOUNT_CHANGED;
    }

    @Override
    public String key() {
        return "";
    }
}
