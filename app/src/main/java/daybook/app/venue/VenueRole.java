package daybook.app.venue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a process can be of a venue. {@code up} is all that decide, carry and book; {@code run} takes those it is told. */
public enum VenueRole {
    /** Order entry, matching, the journal, and the publisher that tails it. */
    EXCHANGE,
    /** Orders, trades and charges from the exchange's events; fills out. */
    CAPTURE,
    /** Fills, positions and profit. */
    LEDGER,
    /** The ranking of accounts. */
    BOARD,
    /** Books, trades and bars from the exchange's events, stored so that replicas begin with them. */
    MARKET,
    /** Decides when a bar is over, records and publishes it, and evaluates the shards of strategies that are not on the log. */
    CLOCK,
    /** From closed bars to batches of strategies that are due. */
    DISPATCHER,
    /** Evaluates batches; of several each has some shards. */
    EVALUATOR,
    /** Sends what strategies want to be ordered, each order once. */
    ORDER_GATEWAY,
    /** Does what is not urgent: the jobs of the queues, and pushes those of the timetable. */
    WORKER,
    /** Reads everything and checks it. */
    AUDIT,
    /** Passes orders and questions on to the exchange. */
    WEB;

    /** The venue in one process. */
    public static final Set<VenueRole> UP =
            EnumSet.of(EXCHANGE, CAPTURE, LEDGER, BOARD, MARKET, CLOCK, DISPATCHER, EVALUATOR, ORDER_GATEWAY, WORKER);

    /** All of them as a user may name them. */
    public static final String NAMES =
            Arrays.stream(values()).map(VenueRole::text).collect(Collectors.joining("|"));

    /** As users write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<VenueRole> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }

    /** Several, with commas between them. */
    static String text(Set<VenueRole> roles) {
        return roles.stream().sorted().map(VenueRole::text).collect(Collectors.joining(","));
    }
}
