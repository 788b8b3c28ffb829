package daybook.strategies.clock;

import daybook.delivery.PublicationPolicy;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * How bars get to the log now: {@link PublicationPolicy#MIRROR} while nothing depends on the log, {@link PublicationPolicy#OUTBOX} as soon as
 * anything does. Asked in every transaction that records bars, also when
 * nothing is published: it is what keeps a change from falling between the bars of one.
 */
@FunctionalInterface
public interface PublishingPolicy {
    PublicationPolicy of(Connection connection) throws SQLException;
}
