package daybook.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code docs/performance.md} from one run. */
final class Report {
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> attached = new TreeMap<>();

    Report(String commit, String arguments) {
        line("# Performance");
        line("");
        line(
                "Written by `./daybook bench --report`; do not edit. Only ratios within one run mean something: everybody runs"
                        + " alternately in one process on the same stream, and a run counts only if its executions equal the oracle's.");
        line("");
        line("- commit %s, %s", commit, LocalDate.now(java.time.ZoneOffset.UTC));
        line(
                "- %s %s, %d cores, %s",
                System.getProperty("java.vm.name"),
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                cpu());
        line("- run: `./daybook bench " + arguments + "`");
        line("- peers: exchange-core 0.5.3, parity-match 0.7.0, Chronicle Queue 5.25ea16, jackson-core 3.3.0,"
                + " db-scheduler 16.12.0, SQLite through sqlite-jdbc 3.54.1.0, PostgreSQL 18.6");
        line("");
    }

    /** A table per contest: median, spread, and the ratio of ours to each other one. */
    void add(Contest.Result result, List<String> notes) {
        Contest contest = result.contest();
        line("## %s", contest.title());
        line("");
        line("| who | median %s | min | max | ours / theirs: min | median | max |", contest.unit());
        line("|---|---:|---:|---:|---:|---:|---:|");
        for (int i = 0; i < result.series().size(); i++) {
            Contest.Series s = result.series().get(i);
            line(
                    "| %s | %s | %s | %s | %s |",
                    s.name, figure(s.median()), figure(s.min()), figure(s.max()), i == 0 ? " | | " : ratios(result, i));
        }
        line("");
        line(
                "Bare 4 KiB write and force: %.0f us before, %.0f us after%s.",
                result.probeBefore(),
                result.probeAfter(),
                result.isVoid() ? " - it moved by more than two times: **void**" : "");
        line("");
        for (Targets.Verdict target : Targets.verdicts(result)) {
            line(target.line());
            line("");
        }
        result.profile().forEach(this::line);
        for (String note : notes) {
            line(note);
            line("");
        }
    }

    private static String ratios(Contest.Result result, int other) {
        List<Double> ratios = result.ratios(other);
        double min = ratios.stream().mapToDouble(d -> d).min().orElseThrow();
        double max = ratios.stream().mapToDouble(d -> d).max().orElseThrow();
        return String.format(Locale.ROOT, "%.2f | **%.2f** | %.2f", min, Statistics.median(ratios), max);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 1_000 ? "%.1f" : "%,.0f", value);
    }

    void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
                .append('\n');
    }

    /** A file beside the report, by its path from there. */
    void attach(String path, String content) {
        attached.put(path, content);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, text.toString());
        for (Map.Entry<String, String> other : attached.entrySet()) {
            Path path = file.resolveSibling(other.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, other.getValue());
        }
    }

    String text() {
        return text.toString();
    }

    private static String cpu() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8).stream()
                    .filter(l -> l.startsWith("model name"))
                    .map(l -> l.substring(l.indexOf(':') + 2))
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }
}
