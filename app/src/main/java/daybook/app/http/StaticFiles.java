package daybook.app.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * The pages and what they are made of, out of the jar, each read and compressed once. A page has the name of its file without
 * {@code .html}, or of its directory. Safe for many threads.
 */
final class StaticFiles {
    static final String NAME = "file";

    /** No dot begins a segment, so no path leaves the directory or finds what is hidden. */
    private static final Pattern PATH = Pattern.compile("/|(/[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}){1,6}/?");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json",
            "txt", "text/plain; charset=utf-8",
            "png", "image/png");

    private static final String ROOT = "/daybook/app/web";

    /** Only what there is gets in, so it is as small as the jar. */
    private final Map<String, File> files = new ConcurrentHashMap<>();

    /**
     * One file.
     *
     * @param compressed the same with gzip
     * @param tag changes with the content; in quotes, as {@code ETag} is
     */
    record File(String contentType, byte[] content, byte[] compressed, String tag) {}

    /** The file at a path; empty if there is none. */
    Optional<File> at(String path) {
        File known = files.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<File> found = read(path);
        found.ifPresent(file -> files.put(path, file));
        return found;
    }

    private static Optional<File> read(String path) {
        if (!PATH.matcher(path).matches()) {
            return Optional.empty();
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (path.endsWith("/")) {
            return load(path + "index.html");
        }
        return name.contains(".") ? load(path) : load(path + ".html").or(() -> load(path + "/index.html"));
    }

    private static Optional<File> load(String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null) {
            return Optional.empty();
        }
        try (InputStream in = StaticFiles.class.getResourceAsStream(ROOT + path)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] content = in.readAllBytes();
            return Optional.of(new File(type, content, gzip(content), tag(content)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(path + ": cannot be read", unreadable);
        }
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return compressed.toByteArray();
    }

    private static String tag(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + HexFormat.of().formatHex(hash, 0, 12) + '"';
        } catch (NoSuchAlgorithmException impossible) { // every Java has it
            throw new IllegalStateException(impossible);
        }
    }

    /** What the API document names; the table leads every path to it that is a file. */
    Route route() {
        return Route.get("/{" + NAME + "}", Access.ANYONE, "Pages, scripts and styles.", this::answer);
    }

    private Answer answer(Call call) {
        return Answer.file(at(call.path(NAME)).orElseThrow(() -> HttpError.notFound("path: no such thing")));
    }
}
