package daybook.exchange.replay;

import daybook.events.Side;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Runs one command file.
 *
 * <p>Header {@value RowReader#HEADER}, no quoting, {@code n} = 1, 2, 3... A side is B (buy) or A (sell). An {@code order_id} is text
 * of at most 64 characters; once its order no longer rests it may be used again. Before any PHASE trading is continuous.
 *
 * <ul>
 *   <li>LOAD rests without matching. NEW is a limit order; NEW_IOC, NEW_FOK, NEW_POST and NEW_MKT are its kin.
 *   <li>PHASE has its state in the price column. PREOPEN: limit orders and amends rest without matching, market orders wait, IOC and
 *       FOK end unfilled. OPEN after PREOPEN uncrosses once; OPEN otherwise changes nothing.
 *   <li>AMEND: {@code qty} is the new open quantity. The same price and not more than is open keeps the place; otherwise the order
 *       leaves and enters again and may match. An unknown id rests without matching and is counted.
 *   <li>CANCEL and REDUCE have no side and no price. REDUCE takes {@code qty} away; at 0 the order is gone. Unknown ids are counted.
 *   <li>Two orders with the same owner do not trade, except in the uncross; blank equals nobody. A later row that names an owner
 *       changes the order's owner.
 * </ul>
 *
 * <p>Confined to one thread; memory grows with the book and the owners, not with the file.
 */
public final class Replay {
    private final ReplayOptions options;
    private final ReplayTarget target;
    private final LongSupplier nanos;

    /** @param nanos a clock that only rises, for the summary */
    public Replay(ReplayOptions options, ReplayTarget target, LongSupplier nanos) {
        this.options = options;
        this.target = target;
        this.nanos = nanos;
    }

    /**
     * Reads the whole file once to check every row by itself, then runs it.
     *
     * @throws ReplayException at a bad row. If the row is bad in itself nothing was run; if the book shows it (an id that still rests)
     *     the rows before it were
     * @throws IOException if the file cannot be read or an output not written
     */
    public ReplaySummary run(ReplaySource source, ExecutionSink executions, EventOutput events) throws IOException {
        long start = nanos.getAsLong();
        Scales scales = Scales.of(source, options);
        ReplayVenue venue = new ReplayVenue(options.selfTrade(), target, events);
        venue.open(scales);
        ReplayRun run = new ReplayRun(source.name(), scales, venue);
        long written = 0;
        try (RowReader reader = new RowReader(source.name(), source.open())) {
            for (Row row = reader.next(); row != null; row = reader.next()) {
                int seq = 0;
                for (BookFold.Hit hit : run.run(row)) {
                    seq++;
                    executions.accept(execution(row.n(), seq, hit, scales));
                }
                written += seq;
            }
        }
        target.finish();
        return new ReplaySummary(
                scales.rows(),
                venue.fold().events(),
                written,
                best(venue, Side.BUY, scales),
                best(venue, Side.SELL, scales),
                venue.orders().resting(),
                run.unknownIds(),
                Duration.ofNanos(nanos.getAsLong() - start));
    }

    private static Execution execution(long n, int seq, BookFold.Hit hit, Scales scales) {
        return new Execution(
                n,
                seq,
                hit.kind(),
                hit.restingId(),
                PlainDecimal.of(hit.price(), scales.priceScale()),
                PlainDecimal.of(hit.quantity(), scales.quantityScale()));
    }

    private static String best(ReplayVenue venue, Side side, Scales scales) {
        OptionalLong price = venue.orders().best(side);
        return price.isPresent() ? PlainDecimal.of(price.getAsLong(), scales.priceScale()) : "";
    }
}
