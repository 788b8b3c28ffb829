package daybook.bench.ours;

import daybook.bench.Scratch;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The program as a user starts it: {@code ./daybook up} in its own process, spoken to through HTTP on the loopback. */
public final class Program implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FIRST_ACCOUNT = "alice";
    private static final String FAST_ACCOUNT = "bob";

    private final Process process;
    private final Path data;
    private final Map<String, String> tokens = new HashMap<>();
    private @Nullable Wire wire;
    private String address = "";
    private int orders;

    private Program(Process process, Path data) {
        this.process = process;
        this.data = data;
    }

    /** Runs a command to its end. Returns seconds. */
    public static double seconds(String... arguments) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int code = launch(arguments).waitFor();
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", arguments) + ": exit code " + code);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Starts a venue without traders in a new directory; does not wait for it. */
    public static Program up() throws IOException {
        Path data = Scratch.folder("up");
        return new Program(
                launch("up", "--data", data.toString(), "--port", "0", "--traders", "0", "--allow-root"), data);
    }

    private static Process launch(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("./daybook"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DAYBOOK_NO_BUILD", "1");
        return builder.start();
    }

    /** Tries until an order is accepted. */
    public void awaitFirstOrder() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - deadline < 0) {
            if (isThere() && order(FIRST_ACCOUNT) == 200) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        throw new IllegalStateException("no order was accepted within " + PATIENCE);
    }

    private boolean isThere() throws IOException {
        Path run = data.resolve("run.json");
        if (address.isEmpty() && Files.exists(run)) {
            address = found(Files.readString(run), "\"address\":\"([^\"]+)\"");
        }
        return !address.isEmpty();
    }

    /** Lifts the limits of the account that {@link #order()} sends for; a token may still make 1,000 requests per second. */
    public void liftLimits() throws IOException, InterruptedException {
        String body = "{\"account\":\"" + FAST_ACCOUNT
                + "\",\"ordersPerSecond\":1000000,\"burst\":1000000,\"maxOpenOrders\":0}";
        int status = post("/api/v1/accounts", token("\"role\":\"operator\""), body);
        if (status != 200) {
            throw new IllegalStateException("accounts: HTTP " + status);
        }
    }

    /** Sends one order and waits for its durable reply. Returns the HTTP status. */
    public int order() throws IOException, InterruptedException {
        return order(FAST_ACCOUNT);
    }

    private int order(String account) throws IOException, InterruptedException {
        String body =
                "{\"clientOrderId\":\"b" + orders++ + "\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\","
                        + "\"timeInForce\":\"GTC\",\"price\":\"1490.00\",\"quantity\":\"1\"}";
        return post("/api/v1/orders", token("\"account\":\"" + account + "\""), body);
    }

    /** Returns the status; 0 if nobody listens yet. */
    private int post(String path, String token, String body) throws IOException {
        try {
            if (wire == null) {
                wire = new Wire(URI.create(address));
            }
        } catch (ConnectException notYet) {
            return 0;
        }
        return wire.post(path, token, body);
    }

    private String token(String owner) throws IOException {
        String known = tokens.get(owner);
        if (known == null) {
            String all = Files.readString(data.resolve("tokens.json"));
            known = found(all, "\\{[^}]*" + owner + "[^}]*\"token\":\"([^\"]+)\"");
            tokens.put(owner, known);
        }
        return known;
    }

    private static String found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("not found: " + pattern);
        }
        return matcher.group(1);
    }

    /** Stops it in order. */
    @Override
    public void close() throws IOException, InterruptedException {
        if (wire != null) {
            wire.close();
        }
        process.destroy();
        process.waitFor();
        Scratch.delete(data);
    }
}
