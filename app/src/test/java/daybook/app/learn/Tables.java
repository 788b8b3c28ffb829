package daybook.app.learn;

import daybook.lab.study.RebalanceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes the generated blocks of the pages. */
final class Tables {
    private static final List<String> MODES = List.of("at-most-once", "at-least-once", "atomic", "idempotent");

    private Tables() {}

    static String of(String name, Facts facts) {
        return switch (name) {
            case "symbols" -> symbols(facts);
            case "moved" -> moved(facts);
            case "members" -> members();
            case "guarantees" -> guarantees(facts);
            case "modes" -> modes(facts);
            case "guards" ->
                rows(
                        "| Guard | lost | counted twice |",
                        List.of("none", "watermark", "identity"),
                        guard -> List.of(
                                facts.value("watermark:" + guard + ".lost"),
                                facts.value("watermark:" + guard + ".duplicated")));
            case "designs" ->
                rows(
                        "| Design | crashes | lost | phantom | on the topic twice | counted twice |",
                        List.of("write-then-publish", "publish-then-write", "outbox-without-key", "outbox"),
                        design -> fields(
                                facts,
                                "outbox:" + design,
                                "crashes",
                                "lost",
                                "phantom",
                                "duplicatedOnTopic",
                                "duplicatedEffects"));
            case "handlings" -> handlings(facts);
            case "phases" ->
                rows(
                        "| Phase | members | partitions each | generation | partitions that moved |",
                        List.of("all have joined", "one has frozen", "it has woken up", "another has joined"),
                        phase -> phase(facts, phase));
            case "listeners" ->
                rows(
                        "| Listener | listens on | advertises | for |",
                        List.of("INTERNAL", "EXTERNAL", "CONTROLLER"),
                        listener -> switch (listener) {
                            case "INTERNAL" -> List.of("9092", "`kafka:9092`", "containers");
                            case "EXTERNAL" -> List.of("9094", "`localhost:9094`", "the laptop");
                            default -> List.of("9093", "nothing", "the controllers among themselves");
                        });
            default -> throw new IllegalArgumentException("block: " + name + " (expected: one that is made here)");
        };
    }

    private static String symbols(Facts facts) {
        return rows("| Symbol | partition of 3 |", WorkedOut.SYMBOLS, symbol -> List.of(facts.value(symbol + "-of-3")));
    }

    private static String moved(Facts facts) {
        return rows("| Symbol | partition of 3 | of 4 | |", WorkedOut.SYMBOLS, symbol -> {
            String before = facts.value(symbol + "-of-3");
            String after = facts.value(symbol + "-of-4");
            return List.of(before, after, before.equals(after) ? "" : "moves");
        });
    }

    private static String members() {
        return rows("| Members | partitions of each, of 3 |", List.of("1", "2", "3", "4"), members -> {
            RebalanceResult.Phase phase = new RebalanceResult.Phase("", Integer.parseInt(members), List.of(), 0, 0);
            return List.of(phase.expectedSizes(3).stream()
                    .map(size -> size == 0 ? "none" : size.toString())
                    .collect(Collectors.joining(", ")));
        });
    }

    private static String guarantees(Facts facts) {
        List<String> orders = List.of(
                "move the bookmark, then work",
                "work, then move the bookmark",
                "both in one transaction",
                "work that knows what it has seen");
        List<String> costs = List.of("loses", "repeats", "nothing", "nothing");
        return rows(
                "| Guarantee | how | a death in between | in up to " + facts.value("crashes:at-least-once.crashes")
                        + " crashes: lost, twice |",
                MODES,
                mode -> {
                    int i = MODES.indexOf(mode);
                    return List.of(
                            orders.get(i),
                            costs.get(i),
                            facts.value("crashes:" + mode + ".lost") + ", "
                                    + facts.value("crashes:" + mode + ".duplicated"));
                });
    }

    private static String modes(Facts facts) {
        return rows(
                "| Mode | crashes | lost | counted twice | lost per crash | twice per crash | worst position error |",
                MODES,
                mode -> fields(
                        facts,
                        "crashes:" + mode,
                        "crashes",
                        "lost",
                        "duplicated",
                        "lostPerCrash",
                        "duplicatedPerCrash",
                        "positionError"));
    }

    /** The rows of the larger case stand behind those of the smallest. */
    private static String handlings(Facts facts) {
        List<String> lines = new ArrayList<>(
                head(
                        "| Handling | applied | waiting | of other keys | dead letters' keys marked | wrong and not marked | applied after the repair |"));
        IntStream.range(3, 6)
                .forEach(i -> lines.add("| "
                        + String.join(
                                " | ",
                                fields(
                                        facts,
                                        "poison:handlings." + i,
                                        "handling",
                                        "applied",
                                        "waiting",
                                        "waitingOfOthers",
                                        "suspectKeys",
                                        "unmarkedKeys",
                                        "afterRepair"))
                        + " |"));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> phase(Facts facts, String phase) {
        String row = "rebalance:" + phase;
        int members = Integer.parseInt(facts.value(row + ".members"));
        String sizes = IntStream.range(0, members)
                .mapToObj(i -> facts.value(row + ".sizes." + i))
                .collect(Collectors.joining(", "));
        return List.of(Integer.toString(members), sizes, facts.value(row + ".generation"), facts.value(row + ".moved"));
    }

    private static List<String> fields(Facts facts, String row, String... fields) {
        return List.of(fields).stream()
                .map(field -> facts.value(row + "." + field))
                .toList();
    }

    private static String rows(String header, List<String> names, Function<String, List<String>> cells) {
        List<String> lines = new ArrayList<>(head(header));
        names.forEach(name -> lines.add("| " + name + " | " + String.join(" | ", cells.apply(name)) + " |"));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> head(String header) {
        long columns = header.chars().filter(c -> c == '|').count() - 1;
        return List.of(header, "|" + "---|".repeat((int) columns));
    }
}
