package daybook.log;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is written to a topic. Arrays are not copied: do not change them.
 *
 * @param key picks the partition; may be empty, never null
 * @param timeMs wall-clock milliseconds since the epoch, as the writer saw it
 */
public record LogRecord(byte[] key, byte[] value, List<Header> headers, long timeMs) {

    /** The first header of that name. */
    public Optional<Header> header(String name) {
        return headers.stream().filter(h -> h.name().equals(name)).findFirst();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogRecord r
                && Arrays.equals(key, r.key)
                && Arrays.equals(value, r.value)
                && headers.equals(r.headers)
                && timeMs == r.timeMs;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(key) + Arrays.hashCode(value)) + headers.hashCode();
    }
}
