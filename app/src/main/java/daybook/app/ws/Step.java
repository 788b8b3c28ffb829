package daybook.app.ws;

import java.util.List;

/**
 * What follows a seq on a channel.
 *
 * @param messages in order; to be sent all or from the beginning
 * @param upTo with these, everything at or below this seq has been seen
 */
record Step(Kind kind, List<Message> messages, long upTo) {
    /** So many messages at most; what follows is asked for again. */
    static final int MAX_MESSAGES = 64;

    enum Kind {
        NOTHING,
        MESSAGES,
        /** What follows is not remembered any more. */
        FORGOTTEN
    }

    static Step nothing(long upTo) {
        return new Step(Kind.NOTHING, List.of(), upTo);
    }

    static Step forgotten(long upTo) {
        return new Step(Kind.FORGOTTEN, List.of(), upTo);
    }

    static Step of(List<Message> messages, long upTo) {
        return messages.isEmpty() ? nothing(upTo) : new Step(Kind.MESSAGES, messages, upTo);
    }
}
