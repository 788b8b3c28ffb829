package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.events.Command;
import daybook.events.Event;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.replay.EngineTarget;
import daybook.exchange.replay.JournaledTarget;
import daybook.exchange.replay.ReplayTarget;
import daybook.journal.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new data directory with an exchange that a command file is run through; unless it is to be {@link #keep kept}, closing takes
 * away all that was made. Confined to one thread, which is the exchange's.
 */
public final class ReplayVenue implements ReplayTarget, AutoCloseable {
    private final DataDirectory data;
    private final boolean rootIsNew;
    private final DataLock lock;
    private final Exchange exchange;
    private final JournaledTarget target;
    private boolean kept;

    private ReplayVenue(DataDirectory data, boolean rootIsNew, DataLock lock, Exchange exchange) {
        this.data = data;
        this.rootIsNew = rootIsNew;
        this.lock = lock;
        this.exchange = exchange;
        this.target = new JournaledTarget(exchange, this::pump);
    }

    /** Makes the directory. Throws a {@link Failure} with exit code 2 if there is a venue in it, or what is left of one. */
    public static ReplayVenue open(Path directory) {
        DataDirectory data = DataDirectory.of(directory, "");
        refuseVenue(data, directory);
        boolean rootIsNew = !Files.exists(data.root());
        data.prepare();
        DataLock lock = DataLock.take(data);
        Exchange exchange = Exchange.open(
                ExchangeHome.of(data.root(), VenueId.readOrMake(data)),
                ExchangeSettings.DEFAULT,
                ExchangePorts.of(new FileDisk(), () -> EngineTarget.VENUE_TIME_MICROS, System::nanoTime));
        return new ReplayVenue(data, rootIsNew, lock, exchange);
    }

    /** Also without its journal: the rest is somebody's only copy, and {@link #takeAway} would not tell it from ours. */
    private static void refuseVenue(DataDirectory data, Path directory) {
        Stream.of(data.journal(), data.snapshots(), data.databases(), data.log(), data.venueId(), data.checkpoint())
                .filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS))
                .findFirst()
                .ifPresent(path -> {
                    throw new Failure(
                            ExitCode.USAGE,
                            "--data: " + directory + " holds a venue, or a part of one: " + path.getFileName()
                                    + " (expected: a new directory)");
                });
    }

    @Override
    public List<Event> run(Command command) {
        return target.run(command);
    }

    @Override
    public void finish() {
        target.finish();
    }

    /** The file was run to its end: the directory stays. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() {
        try (lock) {
            exchange.close();
        }
        if (!kept) {
            takeAway();
        }
    }

    /** What this class made, and nothing else that may lie in a directory that was there before. */
    private void takeAway() {
        Stream.of(
                        data.journal(),
                        data.snapshots(),
                        data.databases(),
                        data.venueId(),
                        data.root().resolve("lock"))
                .forEach(ReplayVenue::delete);
        if (rootIsNew) {
            delete(data.root());
        }
    }

    private static void delete(Path path) {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException stays) {
            throw new UncheckedIOException(path + ": could not be taken away", stays);
        }
    }

    private int pump() {
        int done = exchange.pump();
        exchange.failure().ifPresent(cause -> {
            throw new Failure(ExitCode.FAILURE, "exchange: " + cause.getMessage(), cause);
        });
        return done + exchange.snapshots().pump();
    }
}
