package daybook.exchange.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.exchange.BookView;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.reference.PlainReplay;
import daybook.exchange.reference.PlainReplay.Stp;
import daybook.exchange.reference.SharedData;
import daybook.journal.SimDisk;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * Goal: a file that runs through the exchange and its journal does the same as through the engine alone, and all of it is durable.
 * Method: both, on a simulated disk; then the power goes off, and what the journal recovers must be the engine's state.
 */
class JournaledTargetTest {
    private static final ExchangeHome HOME = new ExchangeHome(
            Path.of("/venue"), UUID.fromString("00000000-0000-4000-8000-00000000d0b1"), 1 << 20, List.of());

    private final SimDisk disk = new SimDisk();

    @Test
    void aFileLeavesTheSameExecutionsAndADurableVenue() throws IOException {
        ReplaySource file = randomFile(7, 5_000);
        EngineTarget engine = new EngineTarget();
        String alone = run(file, engine);

        Exchange lost = open(JournaledTargetTest::standingClock);
        assertThat(run(file, new JournaledTarget(lost, lost::pump)))
                .isEqualTo(alone)
                .isNotEmpty();
        disk.crash(0);

        try (Exchange recovered = open(JournaledTargetTest::standingClock)) {
            assertThat(recovered.durableSeq()).isEqualTo(engine.engine().lastSeq());
            CompletableFuture<Optional<BookView>> book =
                    recovered.query(state -> state.book("REPLAY", Integer.MAX_VALUE));
            recovered.pump();
            assertThat(book).isCompletedWithValue(engine.engine().book("REPLAY", Integer.MAX_VALUE));
        }
    }

    @Test
    void aDayOfCmeFuturesGoesThroughTheJournal() throws IOException {
        Path commands = SharedData.file("cme_es_mbo/es_commands.csv.gz");
        ReplaySource file = new ReplaySource() {
            @Override
            public String name() {
                return commands.toString();
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(commands);
            }
        };

        assertThat(throughTheJournal(file, JournaledTargetTest::standingClock))
                .isEqualTo(run(file, new EngineTarget()));
    }

    @Test
    void anExchangeThatDecidesOtherwiseIsFoundOut() throws IOException {
        ReplaySource file = randomFile(8, 300);

        assertThatThrownBy(() -> throughTheJournal(file, () -> 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("exchange: [InstrumentChanged[seq=1, time=1, ")
                .hasMessageEndingWith("as the engine says)");
    }

    @Test
    void aVenueThatHasAHistoryIsRefused() throws IOException {
        ReplaySource file = randomFile(9, 50);
        throughTheJournal(file, JournaledTargetTest::standingClock);

        assertThatThrownBy(() -> throughTheJournal(file, JournaledTargetTest::standingClock))
                .isInstanceOf(IllegalStateException.class);
    }

    private String throughTheJournal(ReplaySource file, LongSupplier clock) throws IOException {
        try (Exchange exchange = open(clock)) {
            return run(file, new JournaledTarget(exchange, exchange::pump));
        }
    }

    private static long standingClock() {
        return EngineTarget.VENUE_TIME_MICROS;
    }

    private Exchange open(LongSupplier clock) {
        return Exchange.open(
                HOME,
                new ExchangeSettings(1_024, 512, 1 << 20, 16, Duration.ofMinutes(5)),
                ExchangePorts.of(disk, clock, () -> 0));
    }

    private static String run(ReplaySource file, ReplayTarget target) throws IOException {
        StringWriter out = new StringWriter();
        new Replay(ReplayOptions.DEFAULT, target, System::nanoTime)
                .run(file, new CsvExecutions(out), new EventLines(out));
        return out.toString();
    }

    private static ReplaySource randomFile(long seed, int rows) {
        PlainReplay plain = new PlainReplay(Stp.CANCEL_RESTING);
        CommandMix mix = new CommandMix(seed, plain);
        StringBuilder file = new StringBuilder(RowReader.HEADER).append('\n');
        for (int n = 1; n <= rows; n++) {
            PlainReplay.Command command = mix.next();
            file.append(command.csv(n)).append('\n');
            plain.run(command);
        }
        return TextSource.of(file.toString());
    }
}
