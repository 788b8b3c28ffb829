/**
 * Our exchange as a {@link daybook.strategies.venue.Venue} of the order-gateway: in this process, and over HTTP. Each call is made once
 * and has a deadline; what is not known afterwards is said to be unknown.
 */
@NullMarked
package daybook.app.gateway;

import org.jspecify.annotations.NullMarked;
