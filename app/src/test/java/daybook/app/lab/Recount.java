package daybook.app.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the trace of {@code lab crashes} again: a program of its own, which knows the form of the file and nothing of Daybook's code.
 * {@code java Recount.java crashes.ndjson} prints for each mode: crashes, lost, duplicated, largest and median position error.
 */
final class Recount {
    private Recount() {}

    /** What one mode has come to. */
    private static final class Sum {
        long crashes;
        long lost;
        long duplicated;
        final List<Long> worst = new ArrayList<>();
    }

    public static void main(String[] args) throws IOException {
        Map<String, Sum> sums = new TreeMap<>();
        long[] slots = {};
        long[] quantities = {};
        try (BufferedReader in = Files.newBufferedReader(Path.of(args[0]))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                switch (text(line, "type")) {
                    case "fills" -> {
                        slots = numbers(line, "slots");
                        quantities = numbers(line, "quantities");
                    }
                    case "crash" -> sums.computeIfAbsent(text(line, "mode"), mode -> new Sum()).crashes++;
                    case "day" ->
                        day(
                                sums.computeIfAbsent(text(line, "mode"), mode -> new Sum()),
                                numbers(line, "counts"),
                                slots,
                                quantities);
                    default -> throw new IOException("unknown line: " + line);
                }
            }
        }
        sums.forEach((mode, sum) -> {
            Collections.sort(sum.worst);
            System.out.println(mode + " " + sum.crashes + " " + sum.lost + " " + sum.duplicated + " "
                    + sum.worst.get(sum.worst.size() - 1) + " " + sum.worst.get(sum.worst.size() / 2));
        });
    }

    private static void day(Sum sum, long[] counts, long[] slots, long[] quantities) {
        Map<Long, Long> error = new TreeMap<>();
        for (int fill = 0; fill < counts.length; fill++) {
            long beyond = counts[fill] - 1;
            sum.lost += beyond < 0 ? 1 : 0;
            sum.duplicated += Math.max(beyond, 0);
            error.merge(slots[fill], beyond * quantities[fill], Long::sum);
        }
        sum.worst.add(error.values().stream().mapToLong(Math::abs).max().orElse(0));
    }

    private static String text(String line, String field) {
        int from = line.indexOf("\"" + field + "\":\"") + field.length() + 4;
        return line.substring(from, line.indexOf('"', from));
    }

    private static long[] numbers(String line, String field) {
        int from = line.indexOf("\"" + field + "\":[") + field.length() + 4;
        String[] items = line.substring(from, line.indexOf(']', from)).split(",", -1);
        long[] numbers = new long[items.length];
        for (int i = 0; i < items.length; i++) {
            numbers[i] = Long.parseLong(items[i]);
        }
        return numbers;
    }
}
