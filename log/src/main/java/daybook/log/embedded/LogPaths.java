package daybook.log.embedded;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where things lie below the log's directory. Names are checked here, so that no name ever leads out of it. */
record LogPaths(Path root) {
    static final String UNFINISHED = ".new";
    private static final String SEGMENT = ".seg";
    private static final String INDEX = ".index";
    private static final String TOPIC_PREFIX = "t-";
    private static final String GROUP_PREFIX = "g-";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");

    Path lock() {
        return root.resolve("lock");
    }

    /** The prefix keeps names apart that a file system treats in its own way, such as CON. */
    Path topic(String name) {
        return inside(TOPIC_PREFIX + checked("topic", name));
    }

    Path partition(String topic, int partition) {
        return topic(topic).resolve(Integer.toString(partition));
    }

    Path groups() {
        return root.resolve("groups");
    }

    Path group(String name) {
        return inside("groups/" + GROUP_PREFIX + checked("group", name));
    }

    /** The topic that a directory entry stands for, if it stands for one. */
    static Optional<String> topicOf(String entry) {
        return nameOf(TOPIC_PREFIX, entry);
    }

    static Optional<String> groupOf(String entry) {
        return nameOf(GROUP_PREFIX, entry);
    }

    static Path segment(Path partition, long base) {
        return partition.resolve(String.format("%020d", base) + SEGMENT);
    }

    static Path index(Path partition, long base) {
        return partition.resolve(String.format("%020d", base) + INDEX);
    }

    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** The base offset in a segment's file name; -1 for any other name. */
    static long baseOf(String entry) {
        return entry.matches("\\d{20}\\" + SEGMENT) ? Long.parseLong(entry.substring(0, 20)) : -1;
    }

    private static Optional<String> nameOf(String prefix, String entry) {
        if (!entry.startsWith(prefix) || entry.endsWith(UNFINISHED)) {
            return Optional.empty();
        }
        String name = entry.substring(prefix.length());
        return NAME.matcher(name).matches() ? Optional.of(name) : Optional.empty();
    }

    private static String checked(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    what + ": " + name + " (expected: 1 to 200 of A-Z a-z 0-9 . _ -, not starting with . or -)");
        }
        return name;
    }

    private Path inside(String relative) {
        Path path = root.resolve(relative).normalize();
        if (!path.startsWith(root.normalize())) {
            throw new IllegalArgumentException("path: " + path + " (expected: below " + root + ")");
        }
        return path;
    }
}
