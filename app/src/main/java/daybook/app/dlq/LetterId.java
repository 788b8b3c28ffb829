package daybook.app.dlq;

import daybook.delivery.DeadLetter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a dead letter is called: {@code ledger-12}, the service and its number there. */
record LetterId(String service, long n) {
    private static final Pattern FORM = Pattern.compile("([a-z][a-z0-9.]{0,31})-([1-9][0-9]{0,17})");

    static Optional<LetterId> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new LetterId(form.group(1), Long.parseLong(form.group(2))))
                : Optional.empty();
    }

    static LetterId of(String service, DeadLetter letter) {
        return new LetterId(service, letter.n());
    }

    @Override
    public String toString() {
        return service + "-" + n;
    }
}
