/**
 * Other venues over FIX, as the order-gateway's {@link daybook.strategies.venue.Venue}.
 *
 * <p>A session layer keeps what it sent and sends it again when it is asked to. For orders that would be a second submission that
 * nobody decided: here only numbers are kept, and what the venue missed is answered with a gap. The gateway asks what became of its
 * order and decides.
 */
@NullMarked
package daybook.fix.initiator;

import org.jspecify.annotations.NullMarked;
