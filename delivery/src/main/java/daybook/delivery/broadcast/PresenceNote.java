package daybook.delivery.broadcast;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a replica says about a room.
 *
 * @param users all of its users there; none: it has left
 */
record PresenceNote(String instance, Set<String> users) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9:_.-]{1,64}");

    /** Empty if it is something else, whoever wrote it. */
    static Optional<PresenceNote> read(Broadcast broadcast) {
        if (!broadcast.event().equals(Presence.EVENT) || broadcast.channel().kind() != ChannelKind.PRESENCE) {
            return Optional.empty();
        }
        String instance = "";
        Set<String> users = new TreeSet<>();
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), broadcast.data().getBytes(UTF_8))) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("instance") && value == JsonToken.VALUE_STRING) {
                    instance = parser.getString();
                } else if (name.equals("users") && value == JsonToken.START_ARRAY) {
                    while (parser.nextToken() == JsonToken.VALUE_STRING) {
                        users.add(parser.getString());
                    }
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
        boolean good = isName(instance)
                && users.size() <= Presence.MAX_USERS
                && users.stream().allMatch(PresenceNote::isName);
        return good ? Optional.of(new PresenceNote(instance, users)) : Optional.empty();
    }

    /** Whether a text can name a user: it is written into JSON as it is. */
    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
