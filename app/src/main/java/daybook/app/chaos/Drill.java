package daybook.app.chaos;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.lab.check.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The outage drill: healthy, broker away while orders go on, broker back, caught up, and nothing is missing. */
public final class Drill {
    private static final long KEEPING_UP = 1_000;
    private static final Duration CATCH_UP = Duration.ofMinutes(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final Supplier<Map<String, Object>> status;
    private final LongFunction<CheckResult> reader;
    private final List<Map<String, Object>> checks = new ArrayList<>();
    private long highestLag;
    private boolean wasDisconnected;

    /** The venue as it says of itself, once. */
    private record Look(boolean enabled, boolean connected, long durable, long published, long lag, long busy) {
        static Look of(Map<String, Object> status) {
            return new Look(
                    Boolean.TRUE.equals(status.get("enabled")),
                    Boolean.TRUE.equals(status.get("connected")),
                    number(status, "durableSeq"),
                    number(status, "publishedSeq"),
                    number(status, "lag"),
                    number(status, "busy"));
        }

        private static long number(Map<String, Object> status, String name) {
            return status.get(name) instanceof Json.Numeral numeral ? Long.parseLong(numeral.text()) : 0;
        }
    }

    /**
     * What came of it.
     *
     * @param checks name, pass and the figure that decided, in the order of the drill
     */
    public record Report(List<Map<String, Object>> checks) {
        public boolean passed() {
            return checks.stream().allMatch(check -> Boolean.TRUE.equals(check.get("pass")));
        }
    }

    /**
     * For one venue.
     *
     * @param status asks it how it is
     * @param reader reads the whole topic and compares it with the journal; everything up to the line it is given must be there
     */
    public Drill(Supplier<Map<String, Object>> status, LongFunction<CheckResult> reader) {
        this.status = status;
        this.reader = reader;
    }

    /** Runs it whole; the venue must have somebody who trades. */
    public Report run(Outage outage, Duration away) {
        Look after = awayAndBack(outage, away);
        CheckResult topic = reader.apply(after.published());
        long records = topic.published() - topic.missing() - topic.retainedAway() + topic.duplicates();
        check("the topic has as many records as were published", records >= topic.published(), records);
        check("every event 1.." + topic.published() + " is there", topic.clean(), topic.missing());
        return new Report(List.copyOf(checks));
    }

    /** The same without the look at the topic: one at the end of several outages sees what any of them lost. */
    public Report runWithoutReading(Outage outage, Duration away) {
        awayAndBack(outage, away);
        return new Report(List.copyOf(checks));
    }

    private Look awayAndBack(Outage outage, Duration away) {
        Look before = await(look -> look.connected() && look.lag() < KEEPING_UP);
        check("publishing is on", before.enabled(), before.enabled());
        check("connected and keeping up", before.connected() && before.lag() < KEEPING_UP, before.lag());
        outage.begin();
        Look during = watch(away);
        try {
            check("orders went on", during.durable() > before.durable(), during.durable() - before.durable());
            check("no order was refused as busy", during.busy() == before.busy(), during.busy() - before.busy());
            check("the lag showed it", highestLag > 0 && wasDisconnected, highestLag);
        } finally {
            outage.end();
        }
        Look after = await(look -> look.published() >= during.durable() && look.lag() < KEEPING_UP);
        check("caught up", after.published() >= during.durable() && after.lag() < KEEPING_UP, after.lag());
        return after;
    }

    private Look watch(Duration away) {
        long end = System.nanoTime() + away.toNanos();
        Look look = look();
        while (System.nanoTime() - end < 0) {
            rest();
            look = look();
            highestLag = Math.max(highestLag, look.lag());
            wasDisconnected |= !look.connected();
        }
        return look;
    }

    private Look await(Predicate<Look> good) {
        long end = System.nanoTime() + CATCH_UP.toNanos();
        Look look = look();
        while (!good.test(look) && System.nanoTime() - end < 0) {
            rest();
            look = look();
        }
        return look;
    }

    private Look look() {
        return Look.of(status.get());
    }

    private void check(String name, boolean pass, Object value) {
        checks.add(Json.fields("check", name, "pass", pass, "value", value));
    }

    private static void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCode.INTERRUPTED, "interrupted", stopped);
        }
    }
}
