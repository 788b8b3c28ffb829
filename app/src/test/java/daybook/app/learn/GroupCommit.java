package daybook.app.learn;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.ReplyListener;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/** How often the journal is forced for some orders: those that come together, and those that come one by one. */
record GroupCommit(long commands, long forces) {
    private static final int ORDERS = 200;

    static GroupCommit together() {
        return of(false);
    }

    static GroupCommit singly() {
        return of(true);
    }

    private static GroupCommit of(boolean singly) {
        Path directory = directory();
        try (Exchange exchange = Exchange.open(
                ExchangeHome.of(directory, new UUID(1, 1)),
                ExchangeSettings.DEFAULT,
                ExchangePorts.of(new FileDisk(), () -> 1, () -> 1))) {
            enter(exchange, new Command.ChangeInstrument(new Instrument("INFY", 2, 0, 2, 5, 1, 100, 0, 0, 0, "INR")));
            enter(exchange, new Command.ChangeAccount(new Account("A", true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0)));
            enter(exchange, new Command.SetSession(SessionState.OPEN));
            work(exchange);
            long commands = exchange.counters().commands();
            long forces = exchange.counters().batches();
            for (int i = 0; i < ORDERS; i++) {
                enter(exchange, order(i));
                if (singly) {
                    work(exchange);
                }
            }
            work(exchange);
            return new GroupCommit(
                    exchange.counters().commands() - commands,
                    exchange.counters().batches() - forces);
        } finally {
            delete(directory);
        }
    }

    private static Command order(int number) {
        return new Command.NewOrder("A", "o" + number, "INFY", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 100, 1);
    }

    private static void enter(Exchange exchange, Command command) {
        exchange.submit(command, ReplyListener.NONE);
    }

    private static void work(Exchange exchange) {
        while (exchange.pump() > 0) {}
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("daybook-learn-");
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
