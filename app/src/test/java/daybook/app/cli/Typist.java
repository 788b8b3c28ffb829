package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Types the commands of a page on a data directory, as somebody on duty does: what runs until it is stopped is left running beside,
 * what a broker prints goes into the environment, and who sees too little yet looks again.
 */
final class Typist implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern VARIABLE = Pattern.compile("(?m)^([A-Z_]+)=(.*)$");

    private final Path data;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Beside> running = new ArrayList<>();

    Typist(Path data) {
        this.data = data;
    }

    void set(String variable, String value) {
        environment.put(variable, value);
    }

    /** Types the command and fails unless it ends, or runs, as the page says. */
    void type(Page.Step step) {
        String command = step.command();
        if (command.startsWith("cat ")) {
            assertThat(inData(command.substring("cat ".length()))).isNotEmptyFile();
            return;
        }
        String[] redirected = command.split(" < ", 2);
        String in = redirected.length == 2 ? Page.file(redirected[1]) : "";
        List<String> args = args(redirected[0]);
        if (runsOn(args)) {
            if (!args.contains("capture,ledger,board") && !args.contains("audit") && !args.contains("web")) {
                stopAll();
            }
            running.add(new Beside(args, environment));
            return;
        }
        Ran ran = Cli.runWith(environment, in, args.toArray(new String[0]));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (ran.exit() != step.exit() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
            ran = Cli.runWith(environment, in, args.toArray(new String[0]));
        }
        assertThat(ran.exit()).as(command + "\n" + ran.out() + ran.err()).isEqualTo(step.exit());
        if (command.startsWith("daybook broker start")) {
            VARIABLE.matcher(ran.out()).results().forEach(found -> environment.put(found.group(1), found.group(2)));
        }
    }

    /** Types another one, and returns what it printed. */
    Ran run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--data", data.toString()));
        return run(all);
    }

    /** Looks until it prints this. */
    void await(String shown, String... args) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Ran ran = run(args);
        while (!ran.out().contains(shown)) {
            assertThat(System.nanoTime()).as(ran.out() + ran.err()).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            ran = run(args);
        }
    }

    /** What an account logs on with, as the venue wrote it down when it was new. */
    String token(String account) throws IOException {
        for (Object row : Json.array(Json.readOwn(Files.readAllBytes(data.resolve("tokens.json"))))) {
            Map<String, Object> entry = Json.object(row);
            if (account.equals(entry.get("account"))) {
                return String.valueOf(entry.get("token"));
            }
        }
        throw new IllegalArgumentException("account: " + account + " (expected: one of tokens.json)");
    }

    /** Ends everything that was left running, all at once, each in order. */
    void stopAll() {
        running.forEach(Beside::askToStop);
        running.forEach(Beside::awaitStop);
        running.clear();
    }

    @Override
    public void close() {
        stopAll();
    }

    private Ran run(List<String> args) {
        return Cli.runWith(environment, "", args.toArray(new String[0]));
    }

    private static boolean runsOn(List<String> args) {
        return (args.get(0).equals("up") || args.get(0).equals("run")) && !args.contains("--for");
    }

    private List<String> args(String command) {
        List<String> args = new ArrayList<>();
        for (String word : command.replaceFirst("^daybook ", "").split(" ")) {
            args.add(word.equals("data") ? data.toString() : word.equals("8081") ? "0" : word);
        }
        boolean serves = List.of("up", "run").contains(args.get(0)) || command.startsWith("daybook broker start");
        if (serves && !args.contains("--port")) {
            args.addAll(List.of("--port", "0"));
        }
        if (!args.contains(data.toString()) && !args.get(0).equals("config")) {
            args.addAll(List.of("--data", data.toString()));
        }
        return args;
    }

    private Path inData(String path) {
        Path file = data.resolve(path.replaceFirst("^data/", ""));
        return Files.exists(file) ? file : Path.of(path);
    }

    /** A command that runs until it is stopped. */
    private static final class Beside {
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final Thread thread;

        Beside(List<String> args, Map<String, String> environment) {
            Console console = new Console(
                    new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    new ByteArrayInputStream(new byte[0]),
                    Map.copyOf(environment),
                    false);
            thread = new Thread(
                    () -> CommandLineRunner.run(console, args.toArray(new String[0])), String.join(" ", args));
            thread.start();
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!said().contains(" is up: http")) {
                assertThat(thread.isAlive() && System.nanoTime() < end)
                        .as(args + ": " + said())
                        .isTrue();
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }

        /** As Ctrl-C does it. */
        void askToStop() {
            thread.interrupt();
        }

        void awaitStop() {
            try {
                thread.join(PATIENCE.toMillis());
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
            assertThat(thread.isAlive()).as(said()).isFalse();
        }

        private String said() {
            return err.toString(StandardCharsets.UTF_8);
        }
    }
}
