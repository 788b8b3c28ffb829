/**
 * The HTTP door: order entry, questions, operations and the pages.
 *
 * <p>One table of routes decides what exists, who may use it and what the API document says. A request is checked in this
 * order, and nothing reaches the exchange before all of it has passed: host, rate of the address, credentials, origin, role, rate
 * of the token, size and type of the body, fields.
 */
@NullMarked
package daybook.app.http;

import org.jspecify.annotations.NullMarked;
