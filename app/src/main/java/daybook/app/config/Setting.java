package daybook.app.config;

import java.util.Locale;

/**
 * One thing that can be set.
 *
 * @param key its name in a file; in the environment the same in capitals with {@code _} for {@code .}
 * @param initial what it is when nobody says; "" = nothing
 * @param secret never printed; may also be given as a file, by {@code KEY_FILE} in the environment or {@code key.file}
 */
public record Setting(String key, String initial, String about, boolean secret, ValueType type) {

    static Setting of(String key, String initial, ValueType type, String about) {
        return new Setting(key, initial, about, false, type);
    }

    static Setting secret(String key, String about) {
        return new Setting(key, "", about, true, ValueType.matching("1 to 1,024 characters", "\\P{Cntrl}{1,1024}"));
    }

    /** Its name in the environment. */
    public String variable() {
        return key.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /** What a value must look like. */
    public String expected() {
        return type.expected();
    }
}
