package daybook.app.security;

import daybook.app.Json;
import daybook.app.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a venue: hashes in a file of mode 0600. Safe for many threads; a change is durable when the method returns. One process
 * changes them; a store that {@link #following follows} sees what another one writes with the next question.
 */
public final class TokenStore {
    private static final int SECRET_BYTES = 32;
    /** Makes a leaked token easy to find for secret scanners. */
    private static final String PREFIX = "daybook_";

    private final Path file;
    private final SecureRandom random;
    private final InstantSource clock;
    private final boolean follows;
    private volatile Optional<Stamp> read = Optional.empty();
    private volatile List<Entry> entries;
    private volatile List<Entry> unsaved = List.of();

    /**
     * A token as it is kept.
     *
     * @param id first 12 hexadecimal digits of the hash
     * @param expires RFC 3339, or "" for never
     */
    public record Entry(String id, String sha256, String role, String account, String created, String expires) {}

    /** By what a file that was replaced is known. */
    private record Stamp(
            FileTime changed, long size, @Nullable Object key) {}

    /** A new token. The secret is nowhere else: show it once. */
    public record Issued(Entry entry, String secret) {}

    public TokenStore(Path file, SecureRandom random, InstantSource clock) {
        this(file, random, clock, false);
    }

    /** For a process beside the one that changes the tokens: the file is read again whenever it has been replaced. */
    public static TokenStore following(Path file, SecureRandom random, InstantSource clock) {
        return new TokenStore(file, random, clock, true);
    }

    private TokenStore(Path file, SecureRandom random, InstantSource clock, boolean follows) {
        this.file = file;
        this.follows = follows;
        this.random = random;
        this.clock = clock;
        this.read = stamp(file); // before the file is read
        this.entries = load(file);
    }

    /**
     * Makes a token.
     *
     * @param account the one account it trades for; "" for viewers and operators without one
     */
    public synchronized Issued create(Role role, String account, Optional<Instant> expires) {
        Issued issued = issue(role, account, expires);
        add(List.of(issued));
        return issued;
    }

    /** Keeps tokens that {@link #issue} made, all or none. */
    public synchronized void add(List<Issued> issued) {
        List<Entry> next = new ArrayList<>(entries);
        issued.forEach(one -> next.add(one.entry()));
        save(next);
    }

    /** Makes a token that ends with this process and is in no list: what the process leaves for the command line. */
    public synchronized String createForThisProcess(Role role) {
        Issued issued = issue(role, "", Optional.empty());
        unsaved = List.of(issued.entry());
        return issued.secret();
    }

    /** Makes a token that is worth nothing until it has been added. */
    public Issued issue(Role role, String account, Optional<Instant> expires) {
        byte[] bits = new byte[SECRET_BYTES];
        random.nextBytes(bits);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        String hash = sha256(secret);
        Entry entry = new Entry(
                hash.substring(0, 12),
                hash,
                role.text(),
                account,
                clock.instant().toString(),
                expires.map(Instant::toString).orElse(""));
        return new Issued(entry, secret);
    }

    /** Who holds this secret, unless it is unknown, revoked or expired. Takes the same time whichever token it is. */
    public Optional<Identity> identify(String secret) {
        byte[] asked = sha256(secret).getBytes(StandardCharsets.US_ASCII);
        Entry found = null;
        for (Entry entry : both()) {
            if (MessageDigest.isEqual(asked, entry.sha256().getBytes(StandardCharsets.US_ASCII))) {
                found = entry;
            }
        }
        return Optional.ofNullable(found).filter(this::isLive).map(TokenStore::identity);
    }

    /** Whether the token of that id may still be used. */
    public boolean isLive(String id) {
        return both().stream().anyMatch(entry -> entry.id().equals(id) && isLive(entry));
    }

    /** In the order of creation. */
    public List<Entry> list() {
        return entries;
    }

    /** Ends a token. Returns whether there was one. */
    public synchronized boolean revoke(String id) {
        List<Entry> next = entries.stream().filter(e -> !e.id().equals(id)).toList();
        boolean found = next.size() < entries.size();
        if (found) {
            save(next);
        }
        return found;
    }

    private List<Entry> both() {
        if (follows) {
            readAgainIfReplaced();
        }
        List<Entry> all = new ArrayList<>(entries);
        all.addAll(unsaved);
        return all;
    }

    /** Throws if it cannot be read: what was known before may have been revoked. */
    private void readAgainIfReplaced() {
        if (!stamp(file).equals(read)) {
            synchronized (this) {
                Optional<Stamp> now = stamp(file);
                entries = load(file);
                read = now;
            }
        }
    }

    private static Optional<Stamp> stamp(Path file) {
        try {
            BasicFileAttributes of = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(new Stamp(of.lastModifiedTime(), of.size(), of.fileKey()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + ": cannot be read", unreadable);
        }
    }

    private boolean isLive(Entry entry) {
        return entry.expires().isEmpty() || clock.instant().isBefore(Instant.parse(entry.expires()));
    }

    private void save(List<Entry> next) {
        List<Map<String, Object>> json = next.stream()
                .map(e -> Json.fields(
                        "id",
                        e.id(),
                        "sha256",
                        e.sha256(),
                        "role",
                        e.role(),
                        "account",
                        e.account(),
                        "created",
                        e.created(),
                        "expires",
                        e.expires()))
                .toList();
        PrivateFile.replace(file, Json.write(json) + "\n");
        entries = List.copyOf(next);
    }

    private static Identity identity(Entry entry) {
        return new Identity(entry.id(), Role.of(entry.role()).orElseThrow(), entry.account());
    }

    private static List<Entry> load(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return Json.array(Json.readOwn(Files.readAllBytes(file))).stream()
                    .map(Json::object)
                    .map(o -> new Entry(
                            text(o, "id"),
                            text(o, "sha256"),
                            text(o, "role"),
                            text(o, "account"),
                            text(o, "created"),
                            text(o, "expires")))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + ": cannot be read", unreadable);
        } catch (Json.Malformed broken) {
            throw new IllegalStateException(file + ": " + broken.getMessage(), broken);
        }
    }

    private static String text(Map<String, Object> object, String name) {
        return String.valueOf(object.getOrDefault(name, ""));
    }

    private static String sha256(String secret) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
