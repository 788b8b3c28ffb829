package daybook.exchange;

import daybook.events.Account;
import daybook.events.Instrument;
import daybook.events.SessionState;
import java.util.List;
import java.util.Optional;

/**
 * The venue as it stands at the durable line. Valid only on the exchange's thread and only while a {@link VenueQueries}
 * question is being answered: take values out of it, never keep it.
 */
public interface VenueState {

    /** The last event that this state contains; it is durable. */
    long seq();

    SessionState session();

    /** Best {@code depth} levels of each side; empty if there is no such symbol. */
    Optional<BookView> book(String symbol, int depth);

    /** An order that is open, or that the exchange still remembers by its client order id. */
    Optional<OrderView> order(long orderId);

    Optional<OrderView> order(String accountId, String clientOrderId);

    /** Open orders of an account, oldest first, at most {@code limit}. */
    List<OrderView> openOrders(String accountId, int limit);

    /** In the order they were added. */
    List<Instrument> instruments();

    /** In the order they were added. */
    List<Account> accounts();

    /** What an uncross would do now; empty if it would trade nothing or there is no such symbol. */
    Optional<Indication> indication(String symbol);

    /** Whether the kill switch is engaged: for this account, or with "" for the venue. */
    boolean killSwitchEngaged(String accountId);
}
