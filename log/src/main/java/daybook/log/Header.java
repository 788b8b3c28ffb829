package daybook.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A named value beside a record's body. The array is not copied: do not change it. */
public record Header(String name, byte[] value) {

    public static Header of(String name, String value) {
        return new Header(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** The value read as UTF-8. */
    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Header h && name.equals(h.name) && Arrays.equals(value, h.value);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return name + "=" + text();
    }
}
