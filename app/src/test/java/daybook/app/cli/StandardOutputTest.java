package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code daybook ... | head -1}, and a disk that is full. */
class StandardOutputTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Fails like a file descriptor does, after so many writes. */
    private static final class Failing extends OutputStream {
        private final String reason;
        private int writes;

        Failing(String reason, int writes) {
            this.reason = reason;
            this.writes = writes;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[1], 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (--writes < 0) {
                throw new IOException(reason);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"config show", "config show --json", "--help", "config show --help", "completion bash", "-V"})
    void aReaderThatHasSeenEnoughEndsTheCommandQuietly(String line) {
        for (int writes = 0; writes < 2; writes++) {
            assertThat(run("Broken pipe", writes, line)).isZero();
            assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        }
    }

    @Test
    void aFullDiskIsAFailureWithOneLine() {
        assertThat(run("No space left on device", 1, "config show")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("stdout: ").hasLineCount(1);
    }

    private int run(String reason, int writes, String line) {
        Console console = new Console(
                new PrintStream(new StandardOutput(new Failing(reason, writes)), false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(new byte[0]),
                Map.of(),
                false);
        return CommandLineRunner.run(console, line.split(" "));
    }
}
