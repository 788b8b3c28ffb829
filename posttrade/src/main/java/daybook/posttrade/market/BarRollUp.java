package daybook.posttrade.market;

import daybook.events.Timeframe;
import java.math.BigInteger;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes longer bars from shorter ones, by windows of the clock: a hole among the short ones moves nothing. The result is what the trades
 * would have given. Stateless.
 */
public final class BarRollUp {
    private BarRollUp() {}

    /**
     * What somebody else says of a bar.
     *
     * @param atMicros any time in it
     * @param value sum of price x quantity; 0 if it is not said
     */
    public record Figures(
            long atMicros, long open, long high, long low, long close, long volume, BigInteger value, long trades) {}

    /** A bar of somebody else in the window of the clock that it belongs to. It is over. */
    public static Bar bar(String instrument, Timeframe timeframe, ZoneId zone, Figures said) {
        VenueDay day = new VenueDay(zone);
        long start = day.start(timeframe, said.atMicros());
        return new Bar(
                instrument,
                timeframe,
                start,
                day.end(timeframe, start),
                said.open(),
                said.high(),
                said.low(),
                said.close(),
                said.volume(),
                said.value(),
                said.trades(),
                true);
    }

    /**
     * Rolls up.
     *
     * @param bars of one series, oldest first; those without trades do not count
     * @return a bar for each window in which there is one with trades, oldest first; closed if all its parts are
     */
    public static List<Bar> of(List<Bar> bars, Timeframe to, ZoneId zone) {
        return of(bars, to.length(), zone).stream().map(bar -> named(bar, to)).toList();
    }

    /** Into windows of any length: a day is a local one, what is shorter divides a day. They keep the timeframe's name. */
    static List<Bar> of(List<Bar> bars, Duration length, ZoneId zone) {
        long micros = TimeUnit.NANOSECONDS.toMicros(length.toNanos());
        if (micros <= 0 || TimeUnit.DAYS.toMicros(1) % micros != 0) {
            throw new IllegalArgumentException("length: " + length + " (expected: a part of a day, or a day)");
        }
        VenueDay day = new VenueDay(zone);
        List<Bar> rolled = new ArrayList<>();
        for (Bar bar : bars) {
            if (bar.isEmpty()) {
                continue;
            }
            long start = day.start(micros, bar.startMicros());
            int last = rolled.size() - 1;
            if (last >= 0 && rolled.get(last).startMicros() == start) {
                rolled.set(last, joined(rolled.get(last), bar));
            } else {
                rolled.add(first(bar, start, day.end(micros, start)));
            }
        }
        return rolled;
    }

    private static Bar named(Bar bar, Timeframe timeframe) {
        return new Bar(
                bar.symbol(),
                timeframe,
                bar.startMicros(),
                bar.endMicros(),
                bar.open(),
                bar.high(),
                bar.low(),
                bar.close(),
                bar.volume(),
                bar.value(),
                bar.trades(),
                bar.closed());
    }

    private static Bar first(Bar bar, long start, long end) {
        return new Bar(
                bar.symbol(),
                bar.timeframe(),
                start,
                end,
                bar.open(),
                bar.high(),
                bar.low(),
                bar.close(),
                bar.volume(),
                bar.value(),
                bar.trades(),
                bar.closed());
    }

    private static Bar joined(Bar before, Bar bar) {
        return new Bar(
                before.symbol(),
                before.timeframe(),
                before.startMicros(),
                before.endMicros(),
                before.open(),
                Math.max(before.high(), bar.high()),
                Math.min(before.low(), bar.low()),
                bar.close(),
                Math.addExact(before.volume(), bar.volume()),
                before.value().add(bar.value()),
                before.trades() + bar.trades(),
                before.closed() && bar.closed());
    }
}
