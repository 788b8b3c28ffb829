package daybook.fix;

import daybook.exchange.OrderEntry;
import daybook.exchange.VenueQueries;
import java.time.InstantSource;

/**
 * What the acceptor takes from the world.
 *
 * @param clock for answers that no event of the exchange stands behind; sessions themselves read the system's
 * @param bell rung when the acceptor's thread has something to do: by threads of the network and of the exchange. Quick, and must not
 *     throw. The event feed has no bell: pump again within milliseconds, or ring it when the durable line moves
 */
public record AcceptorPorts(
        OrderEntry entry,
        VenueQueries queries,
        ExecutionFeed feed,
        Logons logons,
        InstantSource clock,
        Runnable bell) {}
