package daybook.events;

/** Commands as JSON, for people who look into a journal. Written only; nothing reads it back. */
public final class CommandJson {
    private CommandJson() {}

    /** Writes a command behind what the buffer holds, whatever 64-bit prices and quantities the client gave. */
    public static void write(long commandSeq, long timeMicros, Command command, JsonBuffer to) {
        to.raw(EventJsonWriter.start(EventJson.camelCase(command.kind())));
        integer(to, Field.COMMAND_SEQ, commandSeq);
        integer(to, Field.TIME, timeMicros);
        switch (command.kind()) {
            case NEW_ORDER -> newOrder((Command.NewOrder) command, to);
            case AMEND_ORDER -> {
                Command.AmendOrder c = (Command.AmendOrder) command;
                EventJsonWriter.text(to, Field.ACCOUNT_ID, c.accountId());
                integer(to, Field.ORDER_ID, c.orderId());
                integer(to, Field.PRICE, c.price());
                integer(to, Field.QUANTITY, c.quantity());
            }
            case CANCEL_ORDER -> {
                Command.CancelOrder c = (Command.CancelOrder) command;
                EventJsonWriter.text(to, Field.ACCOUNT_ID, c.accountId());
                integer(to, Field.ORDER_ID, c.orderId());
            }
            case CANCEL_ALL -> {
                Command.CancelAll c = (Command.CancelAll) command;
                EventJsonWriter.text(to, Field.ACCOUNT_ID, c.accountId());
                EventJsonWriter.text(to, Field.SYMBOL, c.symbol());
            }
            case LOAD_ORDER -> {
                Command.LoadOrder c = (Command.LoadOrder) command;
                order(to, c.accountId(), c.clientOrderId(), c.symbol(), c.side());
                integer(to, Field.PRICE, c.price());
                integer(to, Field.QUANTITY, c.quantity());
            }
            case SET_SESSION -> EventJsonWriter.constant(to, Field.STATE, ((Command.SetSession) command).state());
            case CHANGE_INSTRUMENT -> EventJsonWriter.body(((Command.ChangeInstrument) command).instrument(), to);
            case CHANGE_ACCOUNT -> EventJsonWriter.body(((Command.ChangeAccount) command).account(), to);
            case CHANGE_KILL_SWITCH -> {
                Command.ChangeKillSwitch c = (Command.ChangeKillSwitch) command;
                EventJsonWriter.text(to, Field.ACCOUNT_ID, c.accountId());
                EventJsonWriter.flag(to, Field.ENGAGED, c.engaged());
            }
        }
        to.raw('}');
    }

    private static void newOrder(Command.NewOrder c, JsonBuffer to) {
        order(to, c.accountId(), c.clientOrderId(), c.symbol(), c.side());
        EventJsonWriter.constant(to, Field.ORDER_TYPE, c.orderType());
        EventJsonWriter.constant(to, Field.TIME_IN_FORCE, c.timeInForce());
        integer(to, Field.PRICE, c.price());
        integer(to, Field.QUANTITY, c.quantity());
    }

    private static void order(JsonBuffer to, String accountId, String clientOrderId, String symbol, Side side) {
        EventJsonWriter.text(to, Field.ACCOUNT_ID, accountId);
        EventJsonWriter.text(to, Field.CLIENT_ORDER_ID, clientOrderId);
        EventJsonWriter.text(to, Field.SYMBOL, symbol);
        EventJsonWriter.constant(to, Field.SIDE, side);
    }

    private static void integer(JsonBuffer to, Field field, long value) {
        to.raw(field.json).integer(value);
    }
}
