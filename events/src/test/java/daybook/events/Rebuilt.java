package daybook.events;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Puts a command together again from what a target is given. */
final class Rebuilt implements CommandTarget {
    private final Map<String, String> names = new HashMap<>();
    private Supplier<Command> command = () -> {
        throw new IllegalStateException("no command (expected: one)");
    };

    Command command() {
        return command.get();
    }

    @Override
    public void newOrder(Side side, OrderType type, TimeInForce timeInForce, long price, long quantity) {
        command = () -> new Command.NewOrder(
                name("account"), name("client"), name("symbol"), side, type, timeInForce, price, quantity);
    }

    @Override
    public void loadOrder(Side side, long price, long quantity) {
        command = () -> new Command.LoadOrder(name("account"), name("client"), name("symbol"), side, price, quantity);
    }

    @Override
    public void amendOrder(long orderId, long price, long quantity) {
        command = () -> new Command.AmendOrder(name("account"), orderId, price, quantity);
    }

    @Override
    public void cancelOrder(long orderId) {
        command = () -> new Command.CancelOrder(name("account"), orderId);
    }

    @Override
    public void cancelAll() {
        command = () -> new Command.CancelAll(name("account"), name("symbol"));
    }

    @Override
    public void set(Command setting) {
        command = () -> setting;
    }

    @Override
    public AsciiTarget accountId() {
        return taking("account");
    }

    @Override
    public AsciiTarget clientOrderId() {
        return taking("client");
    }

    @Override
    public AsciiTarget symbol() {
        return taking("symbol");
    }

    private AsciiTarget taking(String field) {
        return (from, at, count) -> names.put(field, text(from, at, count));
    }

    private String name(String field) {
        return names.getOrDefault(field, "(" + field + " was not given)");
    }

    private static String text(ByteBuffer from, int at, int count) {
        byte[] bytes = new byte[count];
        from.get(at, bytes);
        return new String(bytes, US_ASCII);
    }
}
