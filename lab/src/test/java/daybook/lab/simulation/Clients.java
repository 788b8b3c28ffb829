package daybook.lab.simulation;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderEntry;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.lab.history.AckHistory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Traders beyond a network that loses, repeats and delays. An order without an answer is sent again under its clientOrderId, until
 * there is one; cancels and amends are not.
 */
final class Clients {
    static final List<String> SYMBOLS = List.of("ABC", "INFY", "TCS");
    static final List<String> ACCOUNTS = List.of("A", "B", "C", "D", "E");
    private static final long PATIENCE_NS = Duration.ofSeconds(2).toNanos();
    private static final TimeInForce[] TIMES = {
        TimeInForce.GTC, TimeInForce.GTC, TimeInForce.GTC, TimeInForce.GTC, TimeInForce.IOC, TimeInForce.FOK
    };

    /** Something the exchange has told a client. */
    record Told(int operation, Command command, Reply.Decided decided) {}

    private record Waiting(Command command, long sinceNs) {}

    private record Delayed(long atNs, Runnable delivery) {}

    private final Random random;
    private final Faults faults;
    private final SimTime time;
    private final int most;
    private final Map<Command, Long> contents = new HashMap<>();
    private final AckHistory history = new AckHistory();
    private final List<Told> told = new ArrayList<>();
    private final Map<String, Waiting> unanswered = new LinkedHashMap<>();
    private final List<Delayed> delayed = new ArrayList<>();
    private final List<OrderAccepted> orders = new ArrayList<>();
    private int made;

    /** @param most commands after which they only wait for answers */
    Clients(Random random, Faults faults, SimTime time, int most) {
        this.random = random;
        this.faults = faults;
        this.time = time;
        this.most = most;
    }

    /** What the operator does before the first order. */
    static List<Command> opening() {
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < SYMBOLS.size(); i++) {
            commands.add(new Command.ChangeInstrument(
                    new Instrument(SYMBOLS.get(i), 2, i, 4, 1, 1, 100, 0, 0, 0, i == 2 ? "USD" : "INR")));
        }
        for (String account : ACCOUNTS) {
            commands.add(new Command.ChangeAccount(new Account(account, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0)));
        }
        commands.add(new Command.SetSession(SessionState.OPEN));
        return commands;
    }

    AckHistory history() {
        return history;
    }

    List<Told> told() {
        return told;
    }

    boolean isDone() {
        return made >= most && unanswered.isEmpty() && delayed.isEmpty();
    }

    /** What a network does in time. */
    void tick() {
        delayed.removeIf(one -> {
            boolean due = one.atNs() <= time.nanos();
            if (due) {
                one.delivery().run();
            }
            return due;
        });
    }

    /** One more command, or one again that was not answered. */
    void act(OrderEntry entry) {
        for (Map.Entry<String, Waiting> one : unanswered.entrySet()) {
            if (time.nanos() - one.getValue().sinceNs() > PATIENCE_NS) {
                Command again = one.getValue().command();
                one.setValue(new Waiting(again, time.nanos()));
                transmit(entry, again);
                return;
            }
        }
        if (made < most) {
            made++;
            Command command = next();
            if (command instanceof Command.NewOrder order) {
                unanswered.put(order.clientOrderId(), new Waiting(command, time.nanos()));
            }
            transmit(entry, command);
        }
    }

    /** An operator's command, which no network loses. */
    void direct(OrderEntry entry, Command command) {
        submit(entry, command);
    }

    private void transmit(OrderEntry entry, Command command) {
        if (faults.happens(Fault.REQUEST_LOST)) {
            return;
        }
        submit(entry, command);
        if (faults.happens(Fault.REQUEST_DUPLICATED)) {
            submit(entry, command);
        }
    }

    private void submit(OrderEntry entry, Command command) {
        int operation = history.begin(session(command), contentOf(command));
        Submission submission = entry.submit(command, reply -> replied(operation, command, reply));
        if (!(submission instanceof Submission.Queued)) {
            history.refused(operation);
        }
    }

    private void replied(int operation, Command command, Reply reply) {
        if (faults.happens(Fault.REPLY_LOST)) {
            return;
        }
        if (faults.happens(Fault.REPLY_DELAYED)) {
            long atNs = time.nanos() + Duration.ofMillis(faults.draw(3_000)).toNanos();
            delayed.add(new Delayed(atNs, () -> heard(operation, command, reply)));
        } else {
            heard(operation, command, reply);
        }
    }

    private void heard(int operation, Command command, Reply reply) {
        switch (reply.kind()) {
            case DECIDED -> {
                Reply.Decided decided = (Reply.Decided) reply;
                history.acknowledged(operation, decided.commandSeq());
                told.add(new Told(operation, command, decided));
                for (Event event : decided.events()) {
                    if (event instanceof OrderAccepted accepted) {
                        orders.add(accepted);
                    }
                }
                if (command instanceof Command.NewOrder order) {
                    unanswered.remove(order.clientOrderId());
                }
            }
            case NOT_ACCEPTED -> history.refused(operation);
            case UNKNOWN -> {
                // It is asked again.
            }
        }
    }

    private Command next() {
        int dice = random.nextInt(100);
        if (dice < 80 || orders.isEmpty()) {
            return order();
        }
        OrderAccepted order = orders.get(random.nextInt(orders.size()));
        if (dice < 90) {
            return new Command.CancelOrder(order.accountId(), order.orderId());
        }
        return dice < 99
                ? new Command.AmendOrder(
                        order.accountId(), order.orderId(), 95 + random.nextInt(11), 1 + random.nextInt(60))
                : new Command.CancelAll(account(), "");
    }

    private Command order() {
        boolean market = random.nextInt(10) == 0;
        return new Command.NewOrder(
                account(),
                "c-" + made,
                SYMBOLS.get(random.nextInt(SYMBOLS.size())),
                random.nextBoolean() ? Side.BUY : Side.SELL,
                market ? OrderType.MARKET : OrderType.LIMIT,
                market ? TimeInForce.IOC : TIMES[random.nextInt(TIMES.length)],
                market ? 0 : 95 + random.nextInt(11),
                1 + random.nextInt(50));
    }

    private String account() {
        return ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    }

    private static int session(Command command) {
        return command instanceof Command.NewOrder order ? ACCOUNTS.indexOf(order.accountId()) : -1;
    }

    /** What identifies a command. */
    long contentOf(Command command) {
        return contents.computeIfAbsent(command, Clients::hashOf);
    }

    /** A hash of 64 bits (FNV-1a), never 0. */
    private static long hashOf(Command command) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : command.toString().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash | 1;
    }
}
