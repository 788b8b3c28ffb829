package daybook.fix.acceptor;

import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The orders as they stood at an event, so that the history need not be read from its beginning again. A help, never the truth: one
 * that is damaged, of other accounts, or ahead of what the sessions have stored is left aside, and the history is read whole.
 *
 * <p>Lines of fields separated by tabs: a head with the seq, one per session with its place, one per instrument, per order, per name;
 * the last line is the CRC-32 of those before it.
 */
final class Checkpoint {
    private static final String FILE = "orders.checkpoint";
    private static final String HEAD = "daybook-fix-orders-1";

    private final Path file;

    Checkpoint(Path directory) {
        this.file = directory.resolve(FILE);
    }

    /** Replaces the one before it, whole or not at all. Not forced. */
    void save(long seq, Orders orders, Map<String, Told> sessions) throws IOException {
        StringBuilder text = new StringBuilder(HEAD + "\t" + seq + "\n");
        new TreeMap<>(sessions)
                .forEach((name, session) ->
                        text.append("S\t" + name + "\t" + session.account() + "\t" + session.place() + "\n"));
        orders.instruments().forEach(instrument -> text.append(line(instrument)));
        orders.all().forEach(order -> {
            text.append(line(order));
            orders.names(order).forEach(name -> text.append("N\t" + order.orderId() + "\t" + name.clOrdId() + "\n"));
        });
        String body = text.toString();
        Path fresh = file.resolveSibling(FILE + ".new");
        Files.writeString(fresh, body + crc(body) + "\n", StandardCharsets.UTF_8);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * A session that has a part in it.
     *
     * @param place how far it has been told
     */
    record Told(String account, long place) {}

    /**
     * Fills {@code orders}, which are empty.
     *
     * @return the seq from which the history goes on; empty if it must be read from its beginning
     */
    OptionalLong load(Orders orders, Map<String, Told> sessions, long durableSeq) throws IOException {
        if (!Files.exists(file)) {
            return OptionalLong.empty();
        }
        String text = Files.readString(file, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n', Math.max(0, text.length() - 2));
        String body = text.substring(0, end + 1);
        if (!text.substring(end + 1).trim().equals(crc(body))) {
            return OptionalLong.empty();
        }
        List<String[]> lines =
                new ArrayList<>(body.lines().map(line -> line.split("\t", -1)).toList());
        String[] head = lines.remove(0);
        long seq = Long.parseLong(head[1]);
        if (!head[0].equals(HEAD) || seq > durableSeq || !fits(lines, sessions)) {
            return OptionalLong.empty();
        }
        lines.forEach(line -> read(line, orders));
        orders.all().forEach(orders::settle);
        return OptionalLong.of(seq);
    }

    /** Whether every session was there, for its account, and has stored no less than it had then. */
    private static boolean fits(List<String[]> lines, Map<String, Told> sessions) {
        Map<String, Told> then = new TreeMap<>();
        lines.stream()
                .filter(line -> line[0].equals("S"))
                .forEach(line -> then.put(line[1], new Told(line[2], Long.parseLong(line[3]))));
        return sessions.entrySet().stream().allMatch(now -> {
            Told before = then.get(now.getKey());
            return before != null
                    && before.account().equals(now.getValue().account())
                    && before.place() <= now.getValue().place();
        });
    }

    private static void read(String[] line, Orders orders) {
        switch (line[0]) {
            case "I" -> orders.changed(instrument(line));
            case "O" -> orders.restored(order(line));
            case "N" ->
                orders.find(Long.parseLong(line[1])).ifPresent(order -> {
                    String current = order.clOrdId;
                    orders.name(order, line[2]);
                    orders.name(order, current);
                });
            default -> {} // a session
        }
    }

    private static String line(Instrument i) {
        return String.join(
                        "\t",
                        "I",
                        i.symbol(),
                        Long.toString(i.priceScale()),
                        Long.toString(i.quantityScale()),
                        Long.toString(i.moneyScale()),
                        Long.toString(i.tick()),
                        Long.toString(i.lot()),
                        i.currency())
                + "\n";
    }

    /** What reports need of it. */
    private static Instrument instrument(String[] f) {
        return new Instrument(
                f[1],
                Integer.parseInt(f[2]),
                Integer.parseInt(f[3]),
                Integer.parseInt(f[4]),
                Long.parseLong(f[5]),
                Long.parseLong(f[6]),
                0,
                0,
                0,
                0,
                f[7]);
    }

    private static String line(Order o) {
        return String.join(
                        "\t",
                        "O",
                        Long.toString(o.orderId()),
                        o.accountId(),
                        o.symbol(),
                        o.side().name(),
                        o.type().name(),
                        o.timeInForce().name(),
                        o.clOrdId,
                        Long.toString(o.price),
                        Long.toString(o.quantity),
                        Long.toString(o.filled),
                        o.notional.toString(),
                        o.state.name())
                + "\n";
    }

    private static Order order(String[] f) {
        Order order = new Order(new OrderAccepted(
                0,
                0,
                Long.parseLong(f[1]),
                f[7],
                f[2],
                f[3],
                Side.valueOf(f[4]),
                OrderType.valueOf(f[5]),
                TimeInForce.valueOf(f[6]),
                Long.parseLong(f[8]),
                Long.parseLong(f[9])));
        order.filled = Long.parseLong(f[10]);
        order.notional = new BigInteger(f[11]);
        order.state = Order.State.valueOf(f[12]);
        return order;
    }

    private static String crc(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}
