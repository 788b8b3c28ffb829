package daybook.app.traders;

import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.SessionState;
import daybook.events.Trade;
import daybook.exchange.OrderEntry;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All simulated traders. {@link #pump} is confined to one thread; replies come in from the exchange's and wait in a queue.
 *
 * <p>Commands are spread evenly over time. What a pause made late, up to a tenth of a second's worth, is made up for; the rest is
 * dropped, so that traders never come as a flood.
 */
public final class TraderDesk {
    private static final double NS_PER_SECOND = 1e9;

    private final OrderEntry orders;
    private final Supplier<SessionState> session;
    private final LongSupplier nanoTime;
    private final int commandsPerSecond;
    private final List<Trader> traders = new ArrayList<>();
    private final Map<String, Trader> byAccount = new HashMap<>();
    private final List<Sight> sights = new ArrayList<>();
    private final Map<String, Sight> bySymbol = new HashMap<>();
    private final Queue<Reply.Decided> replies = new ConcurrentLinkedQueue<>();
    private final SplittableRandom random;
    private double due;
    private long paidUntilNs;
    private boolean begun;
    private int turn;
    private long busy;

    /** What surrounds the traders. */
    public record Surroundings(
            OrderEntry orders, Supplier<SessionState> session, List<Instrument> instruments, LongSupplier nanoTime) {}

    /** @param run differs for every run of the venue on the same journal, so that client order ids never repeat */
    public TraderDesk(TraderSettings settings, Surroundings surroundings, long run) {
        this.orders = surroundings.orders();
        this.session = surroundings.session();
        this.nanoTime = surroundings.nanoTime();
        this.commandsPerSecond = settings.commandsPerSecond();
        this.random = new SplittableRandom(settings.seed());
        for (Instrument instrument : surroundings.instruments()) {
            if (instrument.referencePrice() > 0) {
                Sight sight = new Sight(instrument);
                sights.add(sight);
                bySymbol.put(instrument.symbol(), sight);
            }
        }
        Trader.Style[] styles = Trader.Style.values();
        List<String> accounts = settings.accountIds();
        for (int i = 0; i < accounts.size(); i++) {
            Trader trader = new Trader(accounts.get(i), styles[i % styles.length], random.split(), Long.toString(run));
            traders.add(trader);
            byAccount.put(trader.account(), trader);
        }
    }

    /** Enters the commands that are due. Returns how many were entered. */
    public int pump() {
        hear();
        if (!begun) {
            begun = true;
            paidUntilNs = nanoTime.getAsLong();
            traders.forEach(t -> submit(new Command.CancelAll(t.account(), "")));
        }
        SessionState state = session.get();
        long now = nanoTime.getAsLong();
        due = Math.min(due + (now - paidUntilNs) / NS_PER_SECOND * commandsPerSecond, most());
        paidUntilNs = now;
        if (traders.isEmpty() || sights.isEmpty() || state == SessionState.CLOSED || state == SessionState.HALTED) {
            due = 0;
            return 0;
        }
        int entered = 0;
        while (due >= 1) {
            due--;
            Trader trader = traders.get(turn++ % traders.size());
            Sight sight = sights.get(random.nextInt(sights.size()));
            if (!submit(trader.next(sight, state == SessionState.AUCTION))) {
                busy++;
                return entered;
            }
            entered++;
        }
        return entered;
    }

    /** How often the exchange was too busy to take a command. */
    public long busy() {
        return busy;
    }

    private double most() {
        return Math.max(1, commandsPerSecond / 10.0);
    }

    private boolean submit(Command command) {
        Submission submission = orders.submit(command, reply -> {
            if (reply instanceof Reply.Decided decided) {
                replies.add(decided);
            }
        });
        return !(submission instanceof Submission.Busy);
    }

    private void hear() {
        Reply.Decided reply = replies.poll();
        while (reply != null) {
            reply.events().forEach(this::hear);
            reply = replies.poll();
        }
    }

    private void hear(Event event) {
        if (event instanceof OrderAccepted accepted) {
            whenOurs(accepted.accountId(), own -> own.opened(accepted.orderId(), accepted.quantity()));
        } else if (event instanceof OrderCancelled cancelled) {
            whenOurs(cancelled.accountId(), own -> own.gone(cancelled.orderId()));
        } else if (event instanceof Trade trade) {
            whenOurs(trade.buyAccountId(), own -> own.filled(trade.buyOrderId(), trade.quantity()));
            whenOurs(trade.sellAccountId(), own -> own.filled(trade.sellOrderId(), trade.quantity()));
            Sight sight = bySymbol.get(trade.symbol());
            if (sight != null) {
                sight.traded(trade.price());
            }
        }
    }

    private void whenOurs(String account, Consumer<OwnOrders> change) {
        Trader trader = byAccount.get(account);
        if (trader != null) {
            change.accept(trader.own());
        }
    }
}
