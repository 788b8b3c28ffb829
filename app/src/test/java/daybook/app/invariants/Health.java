package daybook.app.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The live halves of invariants 8 and 9: a venue says that it is well, and leaves no thread behind. */
public final class Health {
    private static final Pattern OURS =
            Pattern.compile("exchange|publisher|capture|ledger|board|keeper|traders|http-.*|relay");
    private static final Pattern BEHIND = Pattern.compile("\"lag\":[1-9]");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Health() {}

    /**
     * Waits until the status is green, and neither the publisher nor a consumer is behind.
     *
     * @param patience how long at most
     * @param answers asks {@code GET /api/v1/ops/status} and {@code GET /api/v1/ops/lag} and returns both bodies
     */
    public static void isGreen(Duration patience, Supplier<String> answers) {
        long end = System.nanoTime() + patience.toNanos();
        String last = answers.get();
        while (!well(last) && System.nanoTime() - end < 0) {
            pause();
            last = answers.get();
        }
        assertThat(well(last)).as("8: %s", last).isTrue();
    }

    private static boolean well(String answers) {
        return answers.contains("\"state\":\"green\"")
                && answers.contains("\"reasons\":[]")
                && !BEHIND.matcher(answers).find();
    }

    /** The threads of a venue that run in this process. */
    public static Set<Thread> threads() {
        List<Thread> ours = new ArrayList<>(Thread.getAllStackTraces().keySet());
        ours.removeIf(thread -> !OURS.matcher(thread.getName()).matches());
        return Set.copyOf(ours);
    }

    /** None of a venue's threads is left but those that were there before. */
    public static void noThreadIsLeft(Set<Thread> before) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!before.containsAll(threads()) && System.nanoTime() - end < 0) {
            pause();
        }
        assertThat(before).as("9: threads").containsAll(threads());
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
