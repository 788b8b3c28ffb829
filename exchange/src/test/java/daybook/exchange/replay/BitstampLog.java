package daybook.exchange.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The messages of a bitcoin exchange as a command file: creations and deletions, no fills.
 *
 * <p>Orders older than the log are loaded at the start. What they had is told by their own messages, or, where one was filled before it
 * was ever named, by the first snapshot that shows its price.
 */
final class BitstampLog {
    private static final int NEARBY_MS = 1_500;
    private static final BigDecimal ONE_SATOSHI = new BigDecimal("0.00000001");

    /** One message about an order or a trade; {@code place} is its line. */
    record Message(int place, long ms, String type, String id, String side, BigDecimal price, BigDecimal amount) {
        boolean is(String name) {
            return type.equals(name);
        }

        String level() {
            return side + price;
        }
    }

    private record Shown(int place, BigDecimal amount) {}

    private final List<Message> messages = new ArrayList<>();
    private final Map<String, Shown> firstShown = new HashMap<>();
    private final Set<String> created = new HashSet<>();
    /** Per price: what orders older than the log still had when they were deleted. */
    private final Map<String, BigDecimal> deletedUnfilled = new HashMap<>();

    static BitstampLog read(Path file) throws IOException {
        BitstampLog log = new BitstampLog();
        JsonMapper json = JsonMapper.builder().build();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            int place = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] parts = line.split(" ", 3);
                log.add(place++, Long.parseLong(parts[0]), parts[1], json.readTree(parts[2]));
            }
        }
        return log;
    }

    private void add(int place, long ms, String type, JsonNode body) {
        if (type.equals("order_book")) {
            for (JsonNode level : body.path("bids")) {
                firstShown.putIfAbsent("B" + decimal(level.get(0), 2), new Shown(place, decimal(level.get(1), 8)));
            }
            for (JsonNode level : body.path("asks")) {
                firstShown.putIfAbsent("A" + decimal(level.get(0), 2), new Shown(place, decimal(level.get(1), 8)));
            }
            return;
        }
        String side = body.path("order_type").asInt(0) == 0 ? "B" : "A";
        Message message = new Message(
                place,
                ms,
                type,
                body.path("id").asString(),
                side,
                decimal(body.path("price"), 2),
                decimal(body.path("amount"), 8));
        messages.add(message);
        if (type.equals("order_created")) {
            created.add(message.id());
        }
    }

    /** Trades come as binary fractions, some with a stray last digit. */
    private static BigDecimal decimal(JsonNode number, int scale) {
        return new BigDecimal(number.asString()).setScale(scale, RoundingMode.HALF_EVEN);
    }

    List<Message> trades() {
        return messages.stream().filter(message -> message.is("trade")).toList();
    }

    String commandFile() {
        List<String> commands = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        List<Message> older = messages.stream()
                .filter(message -> !message.is("trade") && !created.contains(message.id()))
                .filter(message -> seen.add(message.id()))
                .toList();
        older.stream()
                .filter(message -> message.is("order_deleted"))
                .forEach(message -> deletedUnfilled.merge(message.level(), message.amount(), BigDecimal::add));
        older.forEach(message -> commands.add(entry("LOAD", message, before(message))));
        for (Message message : messages) {
            if (message.is("order_created") && seen.add(message.id())) {
                commands.add(entry("NEW", message, message.amount()));
            } else if (message.is("order_deleted")) {
                commands.add("CANCEL," + message.id() + ",,,,");
            }
        }
        StringBuilder file = new StringBuilder(RowReader.HEADER).append('\n');
        for (int i = 0; i < commands.size(); i++) {
            file.append(i + 1).append(',').append(commands.get(i)).append('\n');
        }
        return file.toString();
    }

    private static String entry(String verb, Message order, BigDecimal amount) {
        return verb + "," + order.id() + "," + order.side() + ","
                + order.price().toPlainString() + "," + amount.toPlainString() + ",";
    }

    /** What an order older than the log had, from the first message that names it. */
    private BigDecimal before(Message first) {
        if (first.is("order_changed")) {
            BigDecimal traded = trades().stream()
                    .filter(trade -> Math.abs(trade.ms() - first.ms()) < NEARBY_MS)
                    .map(Message::amount)
                    .findFirst()
                    .orElse(BigDecimal.ZERO);
            return first.amount().add(traded);
        }
        if (first.amount().signum() > 0) {
            return first.amount();
        }
        Shown shown = firstShown.get(first.level());
        BigDecimal rest = shown == null
                ? BigDecimal.ZERO
                : shown.amount()
                        .subtract(knownAt(first.level(), shown.place()))
                        .subtract(deletedUnfilled.getOrDefault(first.level(), BigDecimal.ZERO));
        return rest.signum() > 0 ? rest : ONE_SATOSHI;
    }

    /** What orders that the log names had at a price, just before a line. */
    private BigDecimal knownAt(String level, int place) {
        Map<String, BigDecimal> open = new HashMap<>();
        for (Message message : messages) {
            if (message.place() < place
                    && !message.is("trade")
                    && message.level().equals(level)) {
                if (message.is("order_deleted")) {
                    open.remove(message.id());
                } else {
                    open.put(message.id(), message.amount());
                }
            }
        }
        return open.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
