package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import daybook.journal.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * J-06: a name is durable before anybody relies on it. Method: the system calls of the program under strace, over two kills, with a
 * snapshot every second: behind every file that is made or renamed its directory is forced - in the journal before the next
 * acknowledgement of an order, elsewhere before the process ends or the next name in that directory follows.
 */
class DirectoryForcesIT {
    private static final Pattern CALL = Pattern.compile("^(\\d+) +(\\w+)\\((.*)$");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>(.*)$");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern FORCED = Pattern.compile("^\\d+<([^>]*)>\\).*= 0.*");

    @TempDir
    Path folder;

    private Path data;
    private final Set<String> known = new HashSet<>();
    private final Map<String, List<String>> waiting = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    @BeforeEach
    void freshDirectory() {
        data = folder.resolve("data");
    }

    @Test
    void everyNameIsForcedBeforeItIsReliedOn() throws IOException {
        Machine.needs("strace");
        Told told = new Told();
        for (int run = 0; run < 3; run++) {
            Path trace = folder.resolve("trace-" + run);
            RunningVenue venue = RunningVenue.start(
                    List.of(
                            "env",
                            "DAYBOOK_SNAPSHOT_INTERVAL=1s",
                            "strace",
                            "-f",
                            "-qq",
                            "-y",
                            "-s",
                            "400",
                            "-o",
                            trace.toString(),
                            "-e",
                            "trace=openat,rename,renameat,renameat2,mkdir,mkdirat,fsync,fdatasync,write,writev"),
                    data,
                    "--rate",
                    "50");
            Load load = new Load(venue, "names-" + run, told);
            RunningVenue.pause(Duration.ofSeconds(6));
            if (run < 2) {
                venue.killNine();
                load.join();
            } else {
                load.stop();
                assertThat(venue.stop()).as(venue.errors()).isZero();
            }
            read(trace);
            if (run == 2) {
                waiting.forEach((directory, names) -> wrong.add("at the end: " + directory + ": " + names));
            }
            waiting.clear();
        }
        System.out.println("names made or renamed: " + counts + ", " + told.orders() + " orders acknowledged");
        assertThat(wrong).isEmpty();
        assertThat(counts.get("journal")).as("segments").isGreaterThanOrEqualTo(3);
        assertThat(counts.get("snapshots")).as("snapshots").isGreaterThanOrEqualTo(2);
        assertThat(counts.get("publisher.checkpoint")).as("checkpoints").isGreaterThanOrEqualTo(5);
        new Outside(data).isClean(told);
    }

    private void read(Path trace) throws IOException {
        Map<String, String> unfinished = new HashMap<>();
        for (String line : Files.readAllLines(trace, java.nio.charset.StandardCharsets.ISO_8859_1)) {
            Matcher resumed = RESUMED.matcher(line);
            Matcher call = CALL.matcher(line);
            if (resumed.matches()) {
                String begun = unfinished.remove(resumed.group(1));
                if (begun != null) {
                    finished(resumed.group(2), begun + resumed.group(3), line);
                }
            } else if (call.matches()) {
                if (line.endsWith("<unfinished ...>")) {
                    unfinished.put(call.group(1), call.group(3).replace(" <unfinished ...>", ""));
                } else {
                    finished(call.group(2), call.group(3), line);
                }
            }
        }
    }

    private void finished(String call, String rest, String line) {
        if (rest.contains(") = -1")) {
            return;
        }
        List<String> names =
                QUOTED.matcher(rest).results().map(found -> found.group(1)).toList();
        switch (call) {
            case "openat" -> {
                if (rest.contains("O_CREAT") && !names.isEmpty() && known.add(names.get(0))) {
                    made(names.get(0));
                }
            }
            case "mkdir", "mkdirat" -> {
                if (known.add(names.get(0))) {
                    made(names.get(0));
                }
            }
            case "rename", "renameat", "renameat2" -> made(names.get(names.size() - 1));
            case "fsync", "fdatasync" -> {
                Matcher forced = FORCED.matcher(rest);
                if (forced.matches()) {
                    waiting.remove(forced.group(1));
                }
            }
            case "write", "writev" -> {
                List<String> names2 = waiting.get(data.resolve("journal").toString());
                if (rest.contains("orderId") && rest.contains("<socket:") && names2 != null) {
                    wrong.add("acknowledged before " + names2 + " was durable: " + line);
                }
            }
            default -> {}
        }
    }

    private void made(String name) {
        Path path = Path.of(name);
        Path parent = path.resolveSibling(".").normalize();
        boolean ours = path.startsWith(data);
        // Written and renamed in a moment, hints, the address of the process, what SQLite looks after itself.
        boolean notMeantToLast =
                path.toString().matches(".*(\\.new|\\.next|\\.tmp|\\.index|/run\\.json|/lock|/db/.*|/db)");
        if (!ours || notMeantToLast) {
            return;
        }
        String kind =
                path.equals(data) ? "data" : data.relativize(path).toString().replaceAll("/.*", "");
        counts.merge(kind, 1, Integer::sum);
        List<String> before = waiting.computeIfAbsent(parent.toString(), p -> new ArrayList<>());
        if (!before.isEmpty() && before.contains(name)) {
            wrong.add("made again before its directory was forced: " + name);
        }
        before.add(name);
    }
}
