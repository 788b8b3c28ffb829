package daybook.app.lab;

import daybook.journal.DiskException;
import daybook.lab.sandbox.Sandbox;
import daybook.log.LogException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sandboxes of those who look at the lab page, at most {@value #MOST}, each in a directory of its own under the system's temporary
 * one. Safe for many threads.
 */
public final class Sandboxes implements AutoCloseable {
    /** Most at a time. */
    public static final int MOST = 16;
    /** One that nobody has asked for this long is deleted. */
    public static final Duration IDLE = Duration.ofMinutes(10);

    /** One that nobody has asked for this long makes place for a new one. */
    private static final Duration MAKES_PLACE = Duration.ofMinutes(1);

    private static final int ID_BYTES = 16;

    private static final Logger LOG = LoggerFactory.getLogger(Sandboxes.class);

    private final LongSupplier nanos;
    private final Path above;
    private final SecureRandom random = new SecureRandom();
    /** The one that was asked last is last. */
    private final Map<String, Guest> guests = new LinkedHashMap<>();

    /** Who is here, and when it was asked last. */
    private record Guest(Sandbox sandbox, TemporaryHome home, long askedNs) {}

    /** @param nanos a steady clock */
    public Sandboxes(LongSupplier nanos) {
        this(nanos, TemporaryHome.system());
    }

    /** @param above where their directories are made */
    Sandboxes(LongSupplier nanos, Path above) {
        this.nanos = nanos;
        this.above = above;
    }

    /** Makes one. Answers its id, which is its only key; empty if there are too many. */
    public synchronized Optional<String> open(long seed) {
        dismiss(IDLE, 0);
        if (guests.size() >= MOST) {
            dismiss(MAKES_PLACE, MOST - 1);
        }
        if (guests.size() >= MOST) {
            return Optional.empty();
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        TemporaryHome home = TemporaryHome.make(above, "sandbox");
        guests.put(id, new Guest(sandbox(home, seed), home, nanos.getAsLong()));
        return Optional.of(id);
    }

    /** One that cannot be opened leaves nothing behind. */
    private static Sandbox sandbox(TemporaryHome home, long seed) {
        try {
            return new Sandbox(home.path(), seed);
        } catch (RuntimeException | Error refused) {
            try (home) {
                throw refused;
            }
        }
    }

    /** The one with an id. */
    public synchronized Optional<Sandbox> find(String id) {
        dismiss(IDLE, 0);
        Guest guest = guests.remove(id);
        if (guest == null) {
            return Optional.empty();
        }
        guests.put(id, new Guest(guest.sandbox(), guest.home(), nanos.getAsLong()));
        return Optional.of(guest.sandbox());
    }

    /** Deletes those that nobody has asked for long. Returns how many. */
    public synchronized int pump() {
        return dismiss(IDLE, 0);
    }

    synchronized int size() {
        return guests.size();
    }

    /** Those that were asked longest ago, down to a number that may stay in any case. */
    private int dismiss(Duration idle, int stay) {
        int gone = 0;
        Iterator<Guest> eldest = guests.values().iterator();
        while (guests.size() > stay && eldest.hasNext()) {
            Guest guest = eldest.next();
            if (nanos.getAsLong() - guest.askedNs() < idle.toNanos()) {
                break;
            }
            eldest.remove();
            end(guest);
            gone++;
        }
        return gone;
    }

    /** What cannot be deleted is left to the system: it hurts nobody, least of all the venue beside. */
    private static void end(Guest guest) {
        TemporaryHome home = guest.home();
        try (home) {
            guest.sandbox().close();
        } catch (UncheckedIOException | LogException | DiskException left) {
            LOG.warn("{}: not deleted ({})", home.path(), left.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        guests.values().forEach(Sandboxes::end);
        guests.clear();
    }
}
