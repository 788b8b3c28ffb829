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
import java.nio.file.Path;
import java.util.List;

/** A new data directory with an exchange that a command file is run through. Confined to one thread, which is the exchange's. */
public final class ReplayVenue implements ReplayTarget, AutoCloseable {
    private final DataLock lock;
    private final Exchange exchange;
    private final JournaledTarget target;

    private ReplayVenue(DataLock lock, Exchange exchange) {
        this.lock = lock;
        this.exchange = exchange;
        this.target = new JournaledTarget(exchange, this::pump);
    }

    /** Makes the directory. Throws a {@link Failure} with exit code 2 if there is a venue in it. */
    public static ReplayVenue open(Path directory) {
        DataDirectory data = DataDirectory.of(directory, "");
        if (data.isVenue()) {
            throw new Failure(ExitCode.USAGE, "--data: " + directory + " holds a venue (expected: a new directory)");
        }
        data.prepare();
        DataLock lock = DataLock.take(data);
        Exchange exchange = Exchange.open(
                ExchangeHome.of(data.root(), VenueId.readOrMake(data)),
                ExchangeSettings.DEFAULT,
                ExchangePorts.of(new FileDisk(), () -> EngineTarget.VENUE_TIME_MICROS, System::nanoTime));
        return new ReplayVenue(lock, exchange);
    }

    @Override
    public List<Event> run(Command command) {
        return target.run(command);
    }

    @Override
    public void finish() {
        target.finish();
    }

    @Override
    public void close() {
        try (lock) {
            exchange.close();
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
