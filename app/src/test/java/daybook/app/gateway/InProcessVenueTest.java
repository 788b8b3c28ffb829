package daybook.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.exchange.OrderEntry;
import daybook.exchange.Reply;
import daybook.exchange.ReplyListener;
import daybook.exchange.Submission;
import daybook.exchange.VenueQueries;
import daybook.exchange.VenueState;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.journal.DiskLanes;
import daybook.journal.JournalPorts;
import daybook.journal.SimDisk;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Venue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real exchange on a simulated disk; whoever asks it also runs it, unless it is to be silent. */
class InProcessVenueTest extends OurExchangeContract {
    private static final VenueTerms TERMS =
            new VenueTerms("DAYBOOK", Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofHours(1));

    private SelfDriven exchange;
    private Venue venue;

    @BeforeEach
    void open() {
        exchange = new SelfDriven();
        venue = new InProcessVenue(TERMS, exchange, exchange);
    }

    @AfterEach
    void close() {
        venue.close();
        exchange.real.close();
    }

    @Override
    protected Venue venue() {
        return venue;
    }

    @Test
    void anExchangeThatDoesNotReplyInTimeLeavesItUnknownAndKnowsItLater() {
        var order = limit("bot-1", Side.BUY, 1_400_00, 5);
        venue.submit(limit("bot-1", Side.BUY, 1_400_00, 5)); // the instrument is known from now on
        exchange.silent = true;

        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(venue.find(order)).isInstanceOf(Answer.NoAnswer.class);
        exchange.silent = false;
        exchange.run();

        assertThat(known(venue.find(order)).state()).isEqualTo(Answer.State.OPEN);
    }

    @Test
    void whatAStoppedExchangeDidNotTakeWasNotSent() {
        venue.submit(limit("bot-1", Side.BUY, 1_400_00, 5));
        exchange.real.close();

        assertThat(venue.submit(limit("bot-1", Side.BUY, 1_400_00, 5))).isInstanceOf(Answer.NotSent.class);
        assertThat(venue.find(limit("bot-1", Side.BUY, 1_400_00, 5))).isInstanceOf(Answer.NoAnswer.class);
    }

    @Test
    void anExchangeThatHasNotTakenItOrCannotTellIsClassified() {
        venue.submit(limit("bot-1", Side.BUY, 1_400_00, 5));
        var order = limit("bot-1", Side.BUY, 1_400_00, 5);

        exchange.says = new Reply.NotAccepted("no room");
        assertThat(venue.submit(order)).isEqualTo(new Answer.NotSent("no room"));
        exchange.says = new Reply.Unknown("stopped");
        assertThat(venue.submit(order)).isEqualTo(new Answer.NoAnswer("stopped"));
        exchange.says = null;
        exchange.busy = true;
        assertThat(venue.submit(order)).isInstanceOf(Answer.NotSent.class);
        exchange.busy = false;
        assertThat(known(venue.submit(order)).state()).isEqualTo(Answer.State.OPEN);
    }

    /** An exchange and the thread that runs it, as one. */
    private static final class SelfDriven implements OrderEntry, VenueQueries {
        final Exchange real;
        boolean silent;
        boolean busy;

        @Nullable
        Reply says;

        private long micros = 1_000_000;

        SelfDriven() {
            ExchangePorts ports = new ExchangePorts(
                    new JournalPorts(new SimDisk(), DiskLanes.INLINE),
                    () -> micros += 1_000,
                    () -> micros * 1_000,
                    () -> {},
                    RecoveryProgress.NONE);
            real = Exchange.open(
                    new ExchangeHome(Path.of("/venue"), new UUID(0, 7), 1 << 20, List.of()),
                    new ExchangeSettings(1_024, 256, 1 << 16, 16, Duration.ofMinutes(5)),
                    ports);
            for (String symbol : List.of("INFY", "SBIN")) {
                command(new Command.ChangeInstrument(
                        new Instrument(symbol, 2, 0, 2, 5, 1, 1_500_00, 10, 1_000_000, 0, "INR")));
            }
            for (String account : List.of("bot-1", "bot-2", "bot-3")) {
                command(new Command.ChangeAccount(new Account(account, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0)));
            }
            command(new Command.SetSession(SessionState.OPEN));
        }

        private void command(Command command) {
            submit(command, reply -> {});
        }

        void run() {
            int idle = 0;
            while (idle < 20) {
                idle = real.pump() > 0 ? 0 : idle + 1;
            }
        }

        @Override
        public Submission submit(Command command, ReplyListener listener) {
            if (busy) {
                return new Submission.Busy();
            }
            Reply instead = says;
            if (instead != null) {
                listener.replied(instead);
                return new Submission.Queued();
            }
            Submission submission = real.submit(command, listener);
            if (!silent) {
                run();
            }
            return submission;
        }

        @Override
        public <T> CompletableFuture<T> query(Function<VenueState, T> question) {
            CompletableFuture<T> answer = real.query(question);
            if (!silent) {
                run();
            }
            return answer;
        }
    }
}
