package daybook.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.config.Durations;
import daybook.app.config.Sizes;
import daybook.app.venue.RunFile;
import daybook.journal.FileDisk;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import daybook.publisher.Mark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RELIABILITY T-B2: numbers, settings, JSON and small files that are nearly right are read, or found to be nothing. */
class MutatedInputTest {
    private static final int MUTATIONS = Boolean.getBoolean("daybook.long") ? 2_000_000 : 30_000;
    private static final int FILES = MUTATIONS / 20;
    private static final long SEED = 20261130;

    @TempDir
    Path folder;

    @Test
    void json() {
        String good = "{\"a\":[1,-2.5e3,true,null,\"\\u20ac\\n\"],\"b\":{\"c\":\"d\"}}";
        each(MUTATIONS, List.of(good), text -> {
            try {
                Json.object(Json.read(text.getBytes(UTF_8)));
            } catch (Json.Malformed expected) {
                assertThat(expected.getMessage()).doesNotContain("Exception");
            }
        });
    }

    @Test
    void decimals() {
        each(MUTATIONS, List.of("1500.05", "-0.0001", "92233720368547758.07", "1e2"), text -> {
            DecimalText.Parsed parsed = DecimalText.parse(text, 2);
            if (parsed.outcome() != DecimalText.Outcome.EXACT) {
                assertThat(parsed.units()).isZero();
            }
        });
    }

    @Test
    void durationsAndSizes() {
        each(MUTATIONS, List.of("500ms", "10s", "5m", "7d", "64KiB", "1GiB", "9223372036854775807"), text -> {
            Durations.parse(text)
                    .ifPresent(duration -> assertThat(duration.isNegative()).isFalse());
            Sizes.parse(text).ifPresent(bytes -> assertThat(bytes).isNotNegative());
        });
    }

    /** A checkpoint that is damaged is none: everything is sent again. It never says more than was saved. */
    @Test
    void theCheckpointOfThePublisher() throws IOException {
        new CheckpointFile(new FileDisk(), folder, new UUID(1, 2))
                .save(new Checkpoint(
                        new UUID(1, 2),
                        List.of(new Mark(1_234, new UUID(3, 4), List.of(new Mark.End(400, 1_200, 5))))));
        Path file = folder.resolve(CheckpointFile.NAME);
        String good = Files.readString(file);
        each(FILES, List.of(good), text -> {
            write(file, text);
            CheckpointFile.read(new FileDisk(), folder)
                    .ifPresent(read -> assertThat(read.line()).as(text).isEqualTo(1_234));
        });
    }

    @Test
    void whatARunningVenueLeaves() {
        Path file = folder.resolve("run.json");
        each(FILES, List.of("{\"address\":\"http://127.0.0.1:8080\",\"token\":\"t\",\"pid\":4711}"), text -> {
            write(file, text);
            RunFile.read(file).ifPresent(run -> assertThat(run.address()).isNotNull());
        });
    }

    private static void each(int mutations, List<String> good, Consumer<String> reader) {
        Random random = new Random(SEED);
        for (int i = 0; i < mutations; i++) {
            String text = MutatedText.of(good.get(i % good.size()), random);
            try {
                reader.accept(text);
            } catch (RuntimeException | StackOverflowError other) {
                throw new AssertionError("mutation " + i + " of seed " + SEED + ": " + text, other);
            }
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
