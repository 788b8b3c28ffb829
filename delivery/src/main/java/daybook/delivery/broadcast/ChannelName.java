package daybook.delivery.broadcast;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A channel's name, exactly as it is on the wire. There is one spelling of a name and no normal form: who asks for another spelling asks
 * for another channel.
 *
 * @param wire 1 to 164 of {@code A-Z a-z 0-9 . _ -}, not beginning with a dot; dots part segments
 */
public record ChannelName(String wire) {
    /** Longest name. */
    public static final int MAX_CHARS = 164;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

    public ChannelName {
        if (!isValid(wire)) {
            throw new IllegalArgumentException("channel: not a name (expected: at most " + MAX_CHARS
                    + " of A-Z a-z 0-9 . _ -, not beginning with a dot)");
        }
    }

    /** The name, if it is one. */
    public static Optional<ChannelName> of(String wire) {
        return isValid(wire) ? Optional.of(new ChannelName(wire)) : Optional.empty();
    }

    private static boolean isValid(String wire) {
        return wire.length() <= MAX_CHARS && NAME.matcher(wire).matches();
    }

    public ChannelKind kind() {
        if (wire.startsWith(ChannelKind.PRIVATE.prefix())) {
            return ChannelKind.PRIVATE;
        }
        return wire.startsWith(ChannelKind.PRESENCE.prefix()) ? ChannelKind.PRESENCE : ChannelKind.PUBLIC;
    }

    /** The name without what says its kind. May be empty. */
    public String bare() {
        return wire.substring(kind().prefix().length());
    }

    /** The parts of the bare name. */
    public List<String> segments() {
        return List.of(bare().split("\\.", -1));
    }

    @Override
    public String toString() {
        return wire;
    }
}
