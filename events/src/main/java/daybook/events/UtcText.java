package daybook.events;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Times as RFC 3339 text, as {@link Instant#toString} has them. Every published event bears one, and the JDK's formatter takes longer
 * for it than everything else of the record together. Stateless; safe for many threads.
 */
final class UtcText {
    private static final long MICROS = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;
    /** 0000-03-01, where the years of the calculation begin: with March, so that a leap day is the last of its year. */
    private static final long DAYS_TO_EPOCH = 719_468;

    private static final long DAYS_PER_ERA = 146_097;

    private UtcText() {}

    /** Of microseconds since the epoch. */
    static String ofMicros(long micros) {
        long second = Math.floorDiv(micros, MICROS);
        int fraction = (int) Math.floorMod(micros, MICROS);
        long day = Math.floorDiv(second, SECONDS_PER_DAY) + DAYS_TO_EPOCH;
        int ofDay = (int) Math.floorMod(second, SECONDS_PER_DAY);
        long era = Math.floorDiv(day, DAYS_PER_ERA);
        int ofEra = (int) Math.floorMod(day, DAYS_PER_ERA);
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * ofYear + 2) / 153;
        int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        if (year < 0 || year > 9_999) {
            return Instant.ofEpochSecond(second, fraction * 1_000L).toString(); // it has another form there
        }
        byte[] text = new byte[27];
        digits(text, 0, 4, (int) year, '-');
        digits(text, 5, 2, month, '-');
        digits(text, 8, 2, ofYear - (153 * fromMarch + 2) / 5 + 1, 'T');
        digits(text, 11, 2, ofDay / 3_600, ':');
        digits(text, 14, 2, ofDay / 60 % 60, ':');
        digits(text, 17, 2, ofDay % 60, 'Z');
        int length = 20;
        if (fraction != 0) {
            text[19] = '.';
            boolean millis = fraction % 1_000 == 0;
            length = millis ? 24 : 27;
            digits(text, 20, millis ? 3 : 6, millis ? fraction / 1_000 : fraction, 'Z');
        }
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** The digits, and what follows them. */
    private static void digits(byte[] text, int at, int count, int value, char next) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        text[at + count] = (byte) next;
    }
}
