package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import daybook.events.Command;
import daybook.events.SessionState;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.journal.FileDisk;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a submitted command to its durable outcome nothing is allocated, once everything has its size. */
class NoGarbageTest {
    private static final int COMMANDS = 100_000;
    private static final int PER_ROUND = 1_000;

    @TempDir
    Path directory;

    private long told;
    private long clock = 1_000_000;

    private final OutcomeListener listener = new OutcomeListener() {
        @Override
        public void decided(long token, long commandSeq, long firstSeq, long lastSeq) {
            told++;
        }

        @Override
        public void undecided(long token, Reply reply) {
            throw new IllegalStateException("reply: " + reply);
        }
    };

    @Test
    void theOrderPathAllocatesNothingInSteadyState() {
        ExchangePorts ports = ExchangePorts.of(new FileDisk(), () -> clock++, () -> clock * 1_000);
        ExchangeHome home = ExchangeHome.of(directory, SimulatedVenue.VENUE);
        try (Exchange exchange = Exchange.open(home, ExchangeSettings.DEFAULT, ports)) {
            prepare(exchange);
            send(exchange, commands("warm"));
            send(exchange, commands("warmer"));
            Command[] measured = commands("hot");
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

            long before = threads.getCurrentThreadAllocatedBytes();
            send(exchange, measured);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;

            assertThat(allocated / (double) COMMANDS)
                    .as("bytes per command; %d in all", allocated)
                    .isLessThan(1.0);
        }
    }

    private void prepare(Exchange exchange) {
        exchange.submit(new Command.ChangeInstrument(SimulatedVenue.instrument("ABC", 1)), listener, 0);
        exchange.submit(new Command.ChangeAccount(SimulatedVenue.account("A")), listener, 0);
        exchange.submit(new Command.ChangeAccount(SimulatedVenue.account("B")), listener, 0);
        exchange.submit(new Command.SetSession(SessionState.OPEN), listener, 0);
        exchange.pump();
    }

    private void send(Exchange exchange, Command[] commands) {
        long expected = told + commands.length;
        for (int i = 0; i < commands.length; i++) {
            if (!(exchange.submit(commands[i], listener, i) instanceof Submission.Queued)) {
                throw new IllegalStateException("not queued");
            }
            if (i % PER_ROUND == PER_ROUND - 1) {
                exchange.pump();
            }
        }
        while (told < expected) {
            exchange.pump();
        }
    }

    /** Pairs that trade, so that the book stays as it is. */
    private static Command[] commands(String prefix) {
        Command[] commands = new Command[COMMANDS];
        for (int i = 0; i < COMMANDS; i += 2) {
            commands[i] = SimulatedVenue.sell("A", prefix + i, 5, 100 + i % 20);
            commands[i + 1] = SimulatedVenue.buy("B", prefix + i, 5, 100 + i % 20);
        }
        return commands;
    }
}
