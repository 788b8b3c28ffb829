package daybook.strategies.parity;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the fault tests have shown, as they state it in a file ({@code docs/formats/strategies.md}): the gate cannot kill processes itself.
 *
 * @param version of the program that was tested
 * @param results by name
 */
public record FaultSuite(String version, Map<String, Result> results) {
    /** Those that the gate asks for, in this order. */
    public static final List<String> REQUIRED =
            List.of("duplicate", "restart", "rebalance", "expired-lease", "state-restore", "fencing", "rollback");

    private static final Pattern RESULT = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");
    private static final String VERSION = "version";

    public FaultSuite {
        results = Map.copyOf(results);
    }

    /** How many of the tests that were run have passed. */
    public record Result(long passed, long run) {
        public Result {
            if (passed < 0 || passed > run) {
                throw new IllegalArgumentException("passed/run: " + passed + "/" + run + " (expected: at most all)");
            }
        }
    }

    /**
     * Reads a file's text: Java properties, {@code version=...} and lines {@code NAME=PASSED/RUN}. Other names are kept and not asked for.
     *
     * @throws IllegalArgumentException if it is none; the message names the line
     */
    public static FaultSuite parse(String text) {
        Properties lines = new Properties();
        try {
            lines.load(new StringReader(text));
        } catch (IOException impossible) {
            throw new IllegalStateException("text: it is in memory", impossible);
        }
        Map<String, Result> results = new TreeMap<>();
        for (String name : lines.stringPropertyNames()) {
            if (!name.equals(VERSION)) {
                results.put(name, result(name, lines.getProperty(name, "")));
            }
        }
        String version = lines.getProperty(VERSION, "");
        if (version.isEmpty()) {
            throw new IllegalArgumentException("version: missing (expected: of the program that was tested)");
        }
        return new FaultSuite(version, results);
    }

    private static Result result(String name, String value) {
        Matcher matcher = RESULT.matcher(value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: PASSED/RUN)");
        }
        return new Result(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    /** The checks of the gate: each required test was run, with this version, and none failed. */
    List<GateCheck> checks(String running) {
        return REQUIRED.stream().map(name -> check(name, running)).toList();
    }

    private GateCheck check(String name, String running) {
        Result result = results.getOrDefault(name, new Result(0, 0));
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("passed", result.passed());
        numbers.put("run", result.run());
        String wrong = "";
        if (result.run() == 0) {
            wrong = "not run";
        } else if (result.passed() < result.run()) {
            wrong = (result.run() - result.passed()) + " failed";
        } else if (!version.equals(running)) {
            wrong = "of version " + version + " (expected: " + running + ")";
        }
        return GateCheck.of(name, numbers, wrong);
    }
}
