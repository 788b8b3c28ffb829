/** A place where orders go, as the order-gateway sees it: the port. The adapters are elsewhere. */
@NullMarked
package daybook.strategies.venue;

import org.jspecify.annotations.NullMarked;
