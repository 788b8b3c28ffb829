package daybook.app.config;

import daybook.app.ExitCode;
import daybook.app.Failure;

/** Makes the one line that a wrong configuration ends with: key, value, what was expected, where it stands. */
final class BadConfiguration {
    private BadConfiguration() {}

    static Failure unknown(String name, Origin origin, String nearest) {
        String hint = nearest.isEmpty() ? "" : "; did you mean " + nearest + "?";
        return usage(name + ": unknown key (" + origin.text() + hint + ")");
    }

    static Failure value(Setting setting, String value, Origin origin) {
        String shown = setting.secret() ? "***" : printable(Configuration.withoutPassword(value));
        return usage(setting.key() + ": " + shown + " (expected: " + setting.expected() + "; " + origin.text() + ")");
    }

    static Failure twice(String name, Origin first, Origin second) {
        return usage(name + ": given twice (" + first.text() + " and " + second.text() + ")");
    }

    static Failure line(Origin origin, String line) {
        return usage(origin.text() + ": " + printable(line) + " (expected: key = value)");
    }

    static Failure usage(String message) {
        return new Failure(ExitCode.USAGE, message);
    }

    private static String printable(String value) {
        String oneLine = value.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        return oneLine.length() <= 80 ? oneLine : oneLine.substring(0, 80) + "...";
    }
}
