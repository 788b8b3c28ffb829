package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Diagnostics;
import daybook.app.invariants.Health;
import daybook.app.invariants.NineInvariants;
import daybook.app.invariants.Told;
import java.io.IOException;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A {@code daybook up} in a process of its own. */
final class RunningVenue {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("is up: (http://\\S+?)/?\\s");
    private static final Duration START = Duration.ofMinutes(5);

    private final Path data;
    private final Process process;
    private final Path err;
    private final String address;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private RunningVenue(Path data, Process process, Path err, String address) {
        this.data = data;
        this.process = process;
        this.err = err;
        this.address = address;
    }

    /** Starts a venue and waits until it says its address. */
    static RunningVenue start(Path data, String... options) {
        return start(List.of(), data, options);
    }

    /** The same, run by another program such as strace. */
    static RunningVenue start(List<String> wrapper, Path data, String... options) {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(Program.command("up", "--data", data.toString(), "--port", "0"));
        command.addAll(List.of(options));
        return start(Map.of(), data, command);
    }

    /** The same, with more in its environment. */
    static RunningVenue startWith(Map<String, String> environment, Path data, String... options) {
        List<String> command = Program.command("up", "--data", data.toString(), "--port", "0");
        command.addAll(List.of(options));
        return start(environment, data, command);
    }

    /** A process of {@code run ROLE}. */
    static RunningVenue role(Map<String, String> environment, Path data, String... roleAndOptions) {
        List<String> command = Program.command("run");
        command.addAll(List.of(roleAndOptions));
        command.addAll(List.of("--data", data.toString(), "--port", "0"));
        return start(environment, data, command);
    }

    private static RunningVenue start(Map<String, String> environment, Path data, List<String> command) {
        try {
            Path err = Files.createTempFile("venue", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
            return new RunningVenue(data, process, err, addressFrom(err, process));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A test that fails leaves nobody behind. */
    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static String addressFrom(Path err, Process process) throws IOException {
        long end = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < end) {
            Matcher matcher = ADDRESS.matcher(Files.readString(err));
            if (matcher.find()) {
                return matcher.group(1);
            }
            if (!process.isAlive()) {
                throw new IllegalStateException("the venue did not start: " + Files.readString(err));
            }
            pause(Duration.ofMillis(20));
        }
        process.destroyForcibly();
        throw new IllegalStateException("no address within " + START + ": " + Files.readString(err));
    }

    /** The program's own process id, also when strace started it. */
    long pid() {
        return process.descendants()
                .filter(p -> p.info().command().orElse("").endsWith("java"))
                .findFirst()
                .orElse(process.toHandle())
                .pid();
    }

    void killNine() {
        signal("KILL");
        await();
    }

    /** Asks it to stop and waits. Returns its exit code. */
    int stop() {
        signal("TERM");
        return await();
    }

    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end. Returns the exit code. */
    int await() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("still running after 60 s: " + errors());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it wrote to stderr. */
    String errors() {
        try {
            return Files.readString(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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

    /** The operator's token. */
    String operator() {
        return token("");
    }

    /** Sends an order. Empty if no answer came: its outcome is unknown. */
    Optional<HttpResponse<String>> order(String token, String body) {
        return send(
                token,
                HttpRequest.newBuilder(URI.create(address + "/api/v1/orders"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    Optional<HttpResponse<String>> get(String token, String path) {
        return send(token, HttpRequest.newBuilder(URI.create(address + path)));
    }

    /** Sends any request; {@code body} may be empty. Fails if no answer comes. */
    HttpResponse<String> ask(String token, String method, String path, byte[] body) {
        HttpRequest.BodyPublisher content =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .method(method, content);
        return send(token, request)
                .orElseThrow(() -> new IllegalStateException(method + " " + path + ": no answer; " + errors()));
    }

    /** Says that it is well, stops in order, leaves nothing behind, and all nine invariants hold. */
    void endsWell(Told told) {
        endsWellWithin(Duration.ofSeconds(20), told);
    }

    /** The same; it may take so long to carry everything on. */
    void endsWellWithin(Duration patience, Told told) {
        Health.isGreen(patience, () -> told("/api/v1/ops/status") + told("/api/v1/ops/lag"));
        assertThat(stop()).as(errors()).isZero();
        Diagnostics.areFit(data, errors());
        NineInvariants.hold(data, told);
    }

    JsonNode status() {
        return JSON.readTree(told("/api/v1/ops/status"));
    }

    /** Says that it is well. Whoever trades meanwhile keeps the readers a little behind. */
    void becomesGreen(Duration patience) {
        Health.isGreen(patience, () -> told("/api/v1/ops/status").replaceAll("\"lag\":[0-9]{1,3},", ""));
    }

    /** The same, and nobody is behind. */
    void catchesUp(Duration patience) {
        Health.isGreen(patience, () -> told("/api/v1/ops/status") + told("/api/v1/ops/lag"));
    }

    private String told(String path) {
        return ask(operator(), "GET", path, new byte[0]).body();
    }

    private Optional<HttpResponse<String>> send(String token, HttpRequest.Builder request) {
        try {
            return Optional.of(http.send(
                    request.header("Authorization", "Bearer " + token)
                            .timeout(Duration.ofSeconds(15))
                            .build(),
                    HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    static void pause(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
