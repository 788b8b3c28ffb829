package daybook.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Where a contestant of ours spends its time, by the Flight Recorder's samples: printed beside a target that was missed. */
final class Profile {
    private static final int SHOWN = 8;
    private static final Duration EVERY = Duration.ofMillis(5);

    private final Map<String, Integer> byPlace = new HashMap<>();
    private int samples;

    private Profile() {}

    /** Runs it once more under the recorder. Lines for the report. */
    static List<String> of(Contestant ours) throws Exception {
        Path file = Scratch.file("profile.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(EVERY);
            recording.enable("jdk.NativeMethodSample").withPeriod(EVERY);
            recording.start();
            ours.run();
            recording.stop();
            recording.dump(file);
        }
        Profile profile = new Profile();
        profile.read(file);
        Files.delete(file);
        return profile.lines();
    }

    private void read(Path file) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (stack != null) {
                    add(stack.getFrames());
                }
            }
        }
    }

    /** A sample belongs to the first of our methods on its stack; what that one called elsewhere is named beside it. */
    private void add(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("daybook.") && !type.startsWith("daybook.bench.")) {
                String place = shortName(type);
                if (frame != frames.get(0)) {
                    RecordedFrame top = frames.get(0);
                    place += " in " + shortName(top.getMethod().getType().getName()) + "."
                            + top.getMethod().getName();
                }
                byPlace.merge(place, 1, Integer::sum);
                samples++;
                return;
            }
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Where ours spends its time (one more run, its set-up and its end included; %,d samples):",
                samples));
        lines.add("");
        lines.add("| share | class |");
        lines.add("|---:|---|");
        byPlace.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(SHOWN)
                .forEach(e -> lines.add(
                        String.format(Locale.ROOT, "| %.0f %% | %s |", 100.0 * e.getValue() / samples, e.getKey())));
        lines.add("");
        return lines;
    }

    private static String shortName(String type) {
        String[] words = type.split("\\.", -1);
        int last = words.length - 1;
        return type.startsWith("daybook.") ? words[last - 1] + "." + words[last] : words[last];
    }
}
