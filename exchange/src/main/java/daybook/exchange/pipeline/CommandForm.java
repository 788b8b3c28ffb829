package daybook.exchange.pipeline;

import daybook.events.Command;
import daybook.events.EventJson;
import daybook.events.Instrument;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form that a command must have to be journaled at all: names that can be written and read again, settings that fit their
 * fields, numbers that an event may carry ({@link EventJson#MAX_INTEGER}): an event that cannot be written would stop the publisher
 * for ever. Whether it is allowed is the engine's decision; what has no form never reaches it.
 */
final class CommandForm {
    private static final int MAX_CLIENT_ORDER_ID = 36;
    private static final int MAX_NAME = 32;
    private static final int MAX_SCALE = 9;
    private static final int MAX_MONEY_SCALE = 18;

    private CommandForm() {}

    /** What is wrong with it; null if nothing is. Allocates nothing for a good command. */
    static @Nullable String fault(Command command) {
        return switch (command.kind()) {
            case NEW_ORDER -> newOrder((Command.NewOrder) command);
            case LOAD_ORDER -> loadOrder((Command.LoadOrder) command);
            case AMEND_ORDER -> amendOrder((Command.AmendOrder) command);
            case CANCEL_ORDER -> cancelOrder((Command.CancelOrder) command);
            case CANCEL_ALL -> cancelAll((Command.CancelAll) command);
            case SET_SESSION -> null;
            case CHANGE_INSTRUMENT -> instrument(((Command.ChangeInstrument) command).instrument());
            case CHANGE_ACCOUNT ->
                name("accountId", ((Command.ChangeAccount) command).account().accountId());
            case CHANGE_KILL_SWITCH -> {
                String accountId = ((Command.ChangeKillSwitch) command).accountId();
                yield accountId.isEmpty() ? null : name("accountId", accountId);
            }
        };
    }

    private static @Nullable String newOrder(Command.NewOrder order) {
        String fault = name("accountId", order.accountId());
        if (fault == null) {
            fault = clientOrderId(order.clientOrderId());
        }
        if (fault == null) {
            fault = name("symbol", order.symbol());
        }
        return fault == null ? numbers(order.price(), order.quantity()) : fault;
    }

    private static @Nullable String loadOrder(Command.LoadOrder order) {
        String fault = name("accountId", order.accountId());
        if (fault == null && !order.clientOrderId().isEmpty()) {
            fault = clientOrderId(order.clientOrderId());
        }
        if (fault == null) {
            fault = name("symbol", order.symbol());
        }
        return fault == null ? numbers(order.price(), order.quantity()) : fault;
    }

    private static @Nullable String amendOrder(Command.AmendOrder amend) {
        String fault = name("accountId", amend.accountId());
        if (fault == null) {
            fault = number("orderId", amend.orderId());
        }
        return fault == null ? numbers(amend.price(), amend.quantity()) : fault;
    }

    private static @Nullable String cancelOrder(Command.CancelOrder cancel) {
        String fault = name("accountId", cancel.accountId());
        return fault == null ? number("orderId", cancel.orderId()) : fault;
    }

    private static @Nullable String cancelAll(Command.CancelAll all) {
        String fault = name("accountId", all.accountId());
        return fault == null && !all.symbol().isEmpty() ? name("symbol", all.symbol()) : fault;
    }

    private static @Nullable String instrument(Instrument instrument) {
        return Stream.of(
                        name("symbol", instrument.symbol()),
                        currency(instrument.currency()),
                        between("priceScale", instrument.priceScale(), MAX_SCALE),
                        between("quantityScale", instrument.quantityScale(), MAX_SCALE),
                        between("moneyScale", instrument.moneyScale(), MAX_MONEY_SCALE),
                        number("tick", instrument.tick()),
                        number("lot", instrument.lot()),
                        number("referencePrice", instrument.referencePrice()),
                        number("maxQuantity", instrument.maxQuantity()),
                        number("maxNotional", instrument.maxNotional()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String numbers(long price, long quantity) {
        String fault = number("price", price);
        return fault == null ? number("quantity", quantity) : fault;
    }

    private static @Nullable String number(String field, long value) {
        boolean good = value >= -EventJson.MAX_INTEGER && value <= EventJson.MAX_INTEGER;
        return good ? null : field + ": " + value + " units (expected: at most 2^53-1 either way)";
    }

    private static @Nullable String between(String field, int value, int most) {
        return value >= 0 && value <= most ? null : field + ": " + value + " (expected: 0.." + most + ")";
    }

    private static @Nullable String currency(String currency) {
        boolean good = currency.length() >= 3 && currency.length() <= 8;
        for (int i = 0; good && i < currency.length(); i++) {
            good = currency.charAt(i) >= 'A' && currency.charAt(i) <= 'Z';
        }
        return good ? null : "currency: " + shown(currency) + " (expected: three to eight capital letters)";
    }

    private static @Nullable String clientOrderId(String id) {
        boolean good = !id.isEmpty() && id.length() <= MAX_CLIENT_ORDER_ID;
        for (int i = 0; good && i < id.length(); i++) {
            char c = id.charAt(i);
            good = letterOrDigit(c) || c == '_' || c == '-';
        }
        return good ? null : "clientOrderId: " + shown(id) + " (expected: 1 to 36 of A-Z a-z 0-9 _ -)";
    }

    private static @Nullable String name(String field, String name) {
        boolean good = !name.isEmpty() && name.length() <= MAX_NAME && name.charAt(0) != '-' && name.charAt(0) != '.';
        for (int i = 0; good && i < name.length(); i++) {
            char c = name.charAt(i);
            good = letterOrDigit(c) || c == '.' || c == '_' || c == '-';
        }
        return good
                ? null
                : field + ": " + shown(name) + " (expected: 1 to 32 of A-Z a-z 0-9 . _ -, not starting with . or -)";
    }

    private static boolean letterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /** What a stranger sent, made safe for a message and a log line. */
    private static String shown(String text) {
        StringBuilder shown = new StringBuilder("\"");
        for (int i = 0; i < Math.min(text.length(), MAX_CLIENT_ORDER_ID + 4); i++) {
            char c = text.charAt(i);
            shown.append(c >= ' ' && c < 127 ? c : '?');
        }
        return shown.append('"').toString();
    }
}
