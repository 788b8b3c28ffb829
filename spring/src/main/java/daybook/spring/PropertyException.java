package daybook.spring;

import java.util.function.Supplier;

/** A property of {@code daybook.*} is wrong. One line that names it, its value and what is expected; no secrets. */
public final class PropertyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    PropertyException(String message) {
        super(message);
    }

    PropertyException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Refuses what is not so. */
    static void require(boolean good, String name, Object value, String expected) {
        if (!good) {
            throw new PropertyException(name + ": " + value + " (expected: " + expected + ")");
        }
    }

    /** Makes something of properties; what is refused by it gets their prefix. */
    static <T> T under(String prefix, Supplier<T> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException refused) {
            throw new PropertyException(prefix + ": " + refused.getMessage(), refused);
        }
    }
}
