package daybook.app.lab;

import daybook.app.Json;
import daybook.delivery.CrashHook;
import daybook.delivery.DeliveryMode;
import daybook.lab.study.CrashTrace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes the trace of the crash study, a line of JSON each: the fills of a day, each crash, and for each day and mode how often each
 * fill was applied.
 */
public final class TraceFile implements CrashTrace, AutoCloseable {
    private final BufferedWriter out;

    /** @throws UncheckedIOException if the file cannot be written */
    public TraceFile(Path file) {
        try {
            out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    @Override
    public void fills(int day, long[] slots, long[] quantities) {
        List<Long> ofSlots = Arrays.stream(slots).boxed().toList();
        List<Long> ofQuantities = Arrays.stream(quantities).boxed().toList();
        write(Json.fields("type", "fills", "day", day, "slots", ofSlots, "quantities", ofQuantities));
    }

    @Override
    public void crash(DeliveryMode mode, int day, int step, CrashHook.Stage stage, int index) {
        write(Json.fields(
                "type",
                "crash",
                "day",
                day,
                "mode",
                LabTables.name(mode),
                "step",
                step,
                "stage",
                LabTables.name(stage),
                "index",
                index));
    }

    @Override
    public void day(DeliveryMode mode, int day, int[] counts) {
        List<Integer> all = Arrays.stream(counts).boxed().toList();
        write(Json.fields("type", "day", "day", day, "mode", LabTables.name(mode), "counts", all));
    }

    private synchronized void write(Map<String, Object> line) {
        try {
            out.write(Json.write(line));
            out.newLine();
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
