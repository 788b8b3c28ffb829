package daybook.app.gateway;

import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.exchange.OrderEntry;
import daybook.exchange.OrderView;
import daybook.exchange.QueryRefusedException;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.VenueQueries;
import daybook.exchange.VenueState;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Answer.State;
import daybook.strategies.venue.Venue;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Our exchange in this process. A reply comes after the order is durable; one that does not come within the deadline is unknown, like
 * that of any other venue. Prices and quantities are those of the instrument, or the order is refused: off the tick is never rounded.
 */
public final class InProcessVenue implements Venue {
    private final VenueTerms terms;
    private final OrderEntry orders;
    private final VenueQueries queries;

    /** Scales of an instrument never change. */
    private final Map<String, Instrument> instruments = new HashMap<>();

    public InProcessVenue(VenueTerms terms, OrderEntry orders, VenueQueries queries) {
        this.terms = terms;
        this.orders = orders;
        this.queries = queries;
    }

    @Override
    public String name() {
        return terms.name();
    }

    @Override
    public Answer submit(OrderIntent intent) {
        Asked<Optional<Instrument>> asked = instrument(intent.symbol());
        if (asked.value().isEmpty()) {
            return new Answer.NotSent(asked.failure());
        }
        if (asked.value().get().isEmpty()) {
            return rejected(RejectReason.UNKNOWN_SYMBOL);
        }
        Instrument instrument = asked.value().get().get();
        OrderIntent.Terms order = intent.terms();
        OptionalLong price = Scaled.exactly(order.price(), order.scales().price(), instrument.priceScale());
        OptionalLong quantity = Scaled.exactly(order.quantity(), order.scales().quantity(), instrument.quantityScale());
        if (price.isEmpty()) {
            return rejected(RejectReason.PRICE_NOT_ON_TICK);
        }
        if (quantity.isEmpty()) {
            return rejected(RejectReason.INVALID_QUANTITY);
        }
        Command.NewOrder command = new Command.NewOrder(
                intent.account().account(),
                intent.clientOrderId(),
                intent.symbol(),
                order.side(),
                order.type(),
                order.timeInForce(),
                price.getAsLong(),
                quantity.getAsLong());
        return send(command, reply -> entered(intent, reply));
    }

    @Override
    public Answer find(OrderIntent intent) {
        String account = intent.account().account();
        Asked<Optional<Standing>> asked = ask(state -> state.order(account, intent.clientOrderId())
                .map(order -> new Standing(order, scale(state, order.symbol()))));
        if (asked.value().isEmpty()) {
            return new Answer.NoAnswer(asked.failure());
        }
        return asked.value().get().map(order -> order.answer(intent)).orElseGet(Answer.NoSuchOrder::new);
    }

    @Override
    public Answer cancel(OrderIntent intent) {
        Answer found = find(intent);
        if (found instanceof Answer.Known known && isOpen(known.state())) {
            long orderId = Long.parseLong(known.venueOrderId());
            Command.CancelOrder command =
                    new Command.CancelOrder(intent.account().account(), orderId);
            return send(command, reply -> find(intent)); // whether it was cancelled or had ended by itself
        }
        return found;
    }

    @Override
    public long settleMs() {
        return terms.settle().toMillis();
    }

    @Override
    public long remembersMs() {
        return terms.remembers().toMillis();
    }

    @Override
    public void close() {}

    private Answer entered(OrderIntent intent, Reply.Decided reply) {
        for (Event event : reply.events()) {
            if (event instanceof OrderRejected rejected) {
                return refused(intent, rejected.reason());
            }
            if (event instanceof OrderAccepted accepted) {
                return standing(intent, accepted);
            }
        }
        return new Answer.NoAnswer("the exchange decided neither way");
    }

    private Answer refused(OrderIntent intent, RejectReason reason) {
        if (reason == RejectReason.DUPLICATE_CLIENT_ORDER_ID) {
            return find(intent); // it is there since an earlier submission
        }
        return reason == RejectReason.RATE_LIMITED ? new Answer.NotSent(reason.name()) : rejected(reason);
    }

    /** What has become of it meanwhile is the same question as later; the acceptance is certain. */
    private Answer standing(OrderIntent intent, OrderAccepted accepted) {
        Answer found = find(intent);
        return found instanceof Answer.Known
                ? found
                : new Answer.Known(Long.toString(accepted.orderId()), State.OPEN, 0, "");
    }

    private Answer send(Command command, Function<Reply.Decided, Answer> decided) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Submission submission = orders.submit(command, reply::complete);
        if (submission instanceof Submission.Busy) {
            return new Answer.NotSent("the exchange is busy");
        }
        if (submission instanceof Submission.Stopped stopped) {
            return new Answer.NotSent("the exchange has stopped: " + stopped.reason());
        }
        if (submission instanceof Submission.Refused refused) {
            return new Answer.Known("", State.REJECTED, 0, refused.reason());
        }
        Asked<Reply> asked = await(reply);
        if (asked.value().isEmpty()) {
            return new Answer.NoAnswer(asked.failure());
        }
        Reply came = asked.value().get();
        return switch (came.kind()) {
            case DECIDED -> decided.apply((Reply.Decided) came);
            case NOT_ACCEPTED -> new Answer.NotSent(((Reply.NotAccepted) came).reason());
            case UNKNOWN -> new Answer.NoAnswer(((Reply.Unknown) came).reason());
        };
    }

    private Asked<Optional<Instrument>> instrument(String symbol) {
        Instrument known = instruments.get(symbol);
        if (known != null) {
            return new Asked<>(Optional.of(Optional.of(known)), "");
        }
        Asked<Optional<Instrument>> asked = ask(state -> state.instruments().stream()
                .filter(instrument -> instrument.symbol().equals(symbol))
                .findFirst());
        asked.value().flatMap(found -> found).ifPresent(found -> instruments.put(symbol, found));
        return asked;
    }

    private static int scale(VenueState state, String symbol) {
        return state.instruments().stream()
                .filter(instrument -> instrument.symbol().equals(symbol))
                .mapToInt(Instrument::quantityScale)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isOpen(State state) {
        return state == State.OPEN || state == State.PARTIALLY_FILLED;
    }

    private static Answer rejected(RejectReason reason) {
        return new Answer.Known("", State.REJECTED, 0, reason.name());
    }

    /** An order as it stands, and the scale of its quantities. */
    private record Standing(OrderView order, int quantityScale) {
        Answer answer(OrderIntent intent) {
            State state = switch (order.status()) {
                case OPEN -> State.OPEN;
                case PARTIALLY_FILLED -> State.PARTIALLY_FILLED;
                case FILLED -> State.FILLED;
                case CANCELLED -> State.CANCELLED;
            };
            BigDecimal filled = BigDecimal.valueOf(order.filledQuantity(), quantityScale);
            long units = Scaled.whole(filled, intent.terms().scales().quantity());
            return new Answer.Known(Long.toString(order.orderId()), state, units, "");
        }
    }

    /** What came back, or why nothing did. */
    private record Asked<T>(Optional<T> value, String failure) {}

    private <T> Asked<T> ask(Function<VenueState, T> question) {
        return await(queries.query(question));
    }

    private <T> Asked<T> await(CompletableFuture<T> future) {
        try {
            return new Asked<>(Optional.of(future.get(terms.deadline().toMillis(), TimeUnit.MILLISECONDS)), "");
        } catch (TimeoutException late) {
            return new Asked<>(
                    Optional.empty(), "no answer within " + terms.deadline().toMillis() + " ms");
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return new Asked<>(Optional.empty(), "this process stops");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof QueryRefusedException refused) {
                return new Asked<>(Optional.empty(), String.valueOf(refused.getMessage()));
            }
            throw new IllegalStateException("a question to the exchange failed", failed.getCause());
        }
    }
}
