package daybook.app.config;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as users write them: {@code 512B 64KiB 8MiB 1GiB}, whole numbers, binary units. */
public final class Sizes {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(B|KiB|MiB|GiB)");

    private Sizes() {}

    /** The number of bytes, or empty if the text is not a size. */
    public static OptionalLong parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return OptionalLong.empty();
        }
        int shift = switch (form.group(2)) {
            case "B" -> 0;
            case "KiB" -> 10;
            case "MiB" -> 20;
            default -> 30;
        };
        return OptionalLong.of(Long.parseLong(form.group(1)) << shift);
    }
}
