package daybook.app.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.app.BuiltProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A venue, or some of its roles, in a process of its own, which can be killed and started again on its port. */
final class Venue implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("is up: (http://\\S+?)/?\\s");
    private static final Duration START = Duration.ofMinutes(3);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> environment;
    private final Path data;
    private final List<String> command;
    private Process process;
    private String address;

    private Venue(Map<String, String> environment, Path data, List<String> command) {
        this.environment = environment;
        this.data = data;
        this.command = command;
        this.address = "";
        this.process = start("0");
    }

    /** The whole venue in one process. */
    static Venue up(Path data, String... options) {
        List<String> command = new ArrayList<>(List.of("up"));
        command.addAll(List.of(options));
        return new Venue(Map.of(), data, command);
    }

    /** Some of its roles. */
    static Venue run(Map<String, String> environment, Path data, String... rolesAndOptions) {
        List<String> command = new ArrayList<>(List.of("run"));
        command.addAll(List.of(rolesAndOptions));
        return new Venue(environment, data, command);
    }

    /** Runs a command to its end. */
    static void command(Map<String, String> environment, String... words) {
        commandWith("", environment, words);
    }

    /** The same, with an input. */
    static void commandWith(String input, Map<String, String> environment, String... words) {
        try {
            ProcessBuilder builder = new ProcessBuilder(BuiltProgram.command(List.of(words)))
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().putAll(environment);
            Process running = builder.start();
            try (OutputStream in = running.getOutputStream()) {
                in.write(input.getBytes(UTF_8));
            }
            int code = running.waitFor();
            if (code != 0) {
                throw new IllegalStateException(String.join(" ", words) + ": exit " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process start(String port) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("--data", data.toString(), "--port", port));
        try {
            Path err = Files.createTempFile("venue", ".err");
            ProcessBuilder builder = new ProcessBuilder(BuiltProgram.command(words))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process started = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            long end = System.nanoTime() + START.toNanos();
            while (System.nanoTime() < end && started.isAlive()) {
                Matcher found = ADDRESS.matcher(Files.readString(err));
                if (found.find()) {
                    address = found.group(1);
                    return started;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
            started.destroyForcibly();
            throw new IllegalStateException("the venue did not start: " + Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    String address() {
        return address;
    }

    /** Lets orders match, whatever the timetable says. */
    void openSession() {
        send("", "POST", "/api/v1/ops/session", "{\"state\":\"AUCTION\"}");
        send("", "POST", "/api/v1/ops/session", "{\"state\":\"OPEN\"}");
    }

    void killNine() {
        process.destroyForcibly();
        process.onExit().join();
    }

    void startAgain() {
        process = start(Integer.toString(URI.create(address).getPort()));
    }

    /** An account's token; the operator's for "". */
    String token(String account) {
        try {
            for (JsonNode entry : JSON.readTree(Files.readString(data.resolve("tokens.json")))) {
                if (entry.get("account").asString().equals(account)) {
                    return entry.get("token").asString();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalArgumentException("account: " + account + " (expected: one of tokens.json)");
    }

    /** Asks another process with the tokens of this one. */
    HttpResponse<String> through(Venue other, String account, String method, String path, String body) {
        return send(other.address, account, method, path, body);
    }

    JsonNode get(String account, String path) {
        return JSON.readTree(send(account, "GET", path, "").body());
    }

    HttpResponse<String> order(String account, String id, String side, String price, String quantity) {
        return send(account, "POST", "/api/v1/orders", order(id, side, price, quantity));
    }

    /** An order as a body. */
    static String order(String id, String side, String price, String quantity) {
        return "{\"clientOrderId\":\"" + id + "\",\"symbol\":\"INFY\",\"side\":\"" + side
                + "\",\"type\":\"LIMIT\",\"price\":\"" + price + "\",\"quantity\":\"" + quantity + "\"}";
    }

    HttpResponse<String> send(String account, String method, String path, String body) {
        return send(address, account, method, path, body);
    }

    private HttpResponse<String> send(String to, String account, String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(to + path))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + token(account))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        killNine();
    }
}
