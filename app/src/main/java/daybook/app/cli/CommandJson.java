package daybook.app.cli;

import daybook.app.Json;
import daybook.events.AccountChanged;
import daybook.events.Command;
import daybook.events.EventJson;
import daybook.events.InstrumentChanged;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Commands as {@code journal dump --commands} prints them; {@code type} tells them from events. */
final class CommandJson {
    private CommandJson() {}

    static String of(long commandSeq, long time, Command command) {
        Map<String, Object> json = Json.fields("type", type(command.kind()), "commandSeq", commandSeq, "time", time);
        json.putAll(fields(command));
        return Json.write(json);
    }

    private static Map<String, Object> fields(Command command) {
        return switch (command.kind()) {
            case NEW_ORDER -> newOrder((Command.NewOrder) command);
            case AMEND_ORDER -> amend((Command.AmendOrder) command);
            case CANCEL_ORDER -> {
                Command.CancelOrder cancel = (Command.CancelOrder) command;
                yield Json.fields("accountId", cancel.accountId(), "orderId", cancel.orderId());
            }
            case CANCEL_ALL -> {
                Command.CancelAll cancel = (Command.CancelAll) command;
                yield Json.fields("accountId", cancel.accountId(), "symbol", cancel.symbol());
            }
            case LOAD_ORDER -> load((Command.LoadOrder) command);
            case SET_SESSION ->
                Json.fields("state", ((Command.SetSession) command).state().name());
            case CHANGE_INSTRUMENT ->
                settings(EventJson.toBytes(
                        new InstrumentChanged(0, 0, ((Command.ChangeInstrument) command).instrument())));
            case CHANGE_ACCOUNT ->
                settings(EventJson.toBytes(new AccountChanged(0, 0, ((Command.ChangeAccount) command).account())));
            case CHANGE_KILL_SWITCH -> {
                Command.ChangeKillSwitch change = (Command.ChangeKillSwitch) command;
                yield Json.fields("accountId", change.accountId(), "engaged", change.engaged());
            }
        };
    }

    private static Map<String, Object> newOrder(Command.NewOrder order) {
        return Json.fields(
                "accountId", order.accountId(),
                "clientOrderId", order.clientOrderId(),
                "symbol", order.symbol(),
                "side", order.side().name(),
                "orderType", order.orderType().name(),
                "timeInForce", order.timeInForce().name(),
                "price", order.price(),
                "quantity", order.quantity());
    }

    private static Map<String, Object> amend(Command.AmendOrder amend) {
        return Json.fields(
                "accountId", amend.accountId(),
                "orderId", amend.orderId(),
                "price", amend.price(),
                "quantity", amend.quantity());
    }

    private static Map<String, Object> load(Command.LoadOrder order) {
        return Json.fields(
                "accountId", order.accountId(),
                "clientOrderId", order.clientOrderId(),
                "symbol", order.symbol(),
                "side", order.side().name(),
                "price", order.price(),
                "quantity", order.quantity());
    }

    /** The settings have one JSON form, that of their event. */
    private static Map<String, Object> settings(byte[] event) {
        Map<String, Object> fields = Json.object(Json.readOwn(event));
        fields.keySet().removeAll(List.of("type", "seq", "time"));
        return fields;
    }

    private static String type(Command.Kind kind) {
        StringBuilder name = new StringBuilder();
        for (String word : kind.name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
