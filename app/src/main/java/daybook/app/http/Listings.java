package daybook.app.http;

import daybook.events.Account;
import daybook.events.Instrument;
import daybook.exchange.VenueQueries;
import daybook.exchange.VenueState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What is listed, remembered for up to a second, so that an order costs the exchange one visit and not two. Scales of an
 * instrument never change, so an old answer cannot misread a price. Safe for many threads.
 */
final class Listings {
    private static final long FRESH_NS = 1_000_000_000L;

    private final VenueQueries venue;
    private final Waiting waiting;
    private final LongSupplier nanoTime;
    private volatile Known known = new Known(Map.of(), Map.of(), 0, false);

    private record Known(
            Map<String, Instrument> instruments, Map<String, Account> accounts, long atNs, boolean loaded) {}

    Listings(VenueQueries venue, Waiting waiting, LongSupplier nanoTime) {
        this.venue = venue;
        this.waiting = waiting;
        this.nanoTime = nanoTime;
    }

    Optional<Instrument> instrument(String symbol) {
        return Optional.ofNullable(fresh().instruments().get(symbol));
    }

    Optional<Account> account(String accountId) {
        return Optional.ofNullable(fresh().accounts().get(accountId));
    }

    List<Instrument> instruments() {
        return new ArrayList<>(fresh().instruments().values());
    }

    List<Account> accounts() {
        return new ArrayList<>(fresh().accounts().values());
    }

    /** After a change: the next question asks the exchange. */
    void forget() {
        known = new Known(Map.of(), Map.of(), 0, false);
    }

    private Known fresh() {
        Known now = known;
        if (!now.loaded() || nanoTime.getAsLong() - now.atNs() > FRESH_NS) {
            now = waiting.forAnswer(venue.query(this::read));
            known = now;
        }
        return now;
    }

    private Known read(VenueState state) {
        Map<String, Instrument> instruments = new LinkedHashMap<>();
        state.instruments().forEach(i -> instruments.put(i.symbol(), i));
        Map<String, Account> accounts = new LinkedHashMap<>();
        state.accounts().forEach(a -> accounts.put(a.accountId(), a));
        return new Known(instruments, accounts, nanoTime.getAsLong(), true);
    }
}
