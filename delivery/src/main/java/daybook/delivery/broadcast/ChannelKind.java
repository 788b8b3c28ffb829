package daybook.delivery.broadcast;

/** Who may listen to a channel, as its name says. */
public enum ChannelKind {
    /** Whoever a rule admits, also without a name. */
    PUBLIC(""),
    /** Only those whom a rule admits by their identity. */
    PRIVATE("private-"),
    /** As private, and the listeners see each other. */
    PRESENCE("presence-");

    private final String prefix;

    ChannelKind(String prefix) {
        this.prefix = prefix;
    }

    /** What a name of this kind begins with, in lower case and no other. */
    public String prefix() {
        return prefix;
    }
}
