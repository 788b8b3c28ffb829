/** Locks that processes share: each with an owner, an end and a fencing token. */
@NullMarked
package daybook.delivery.locks;

import org.jspecify.annotations.NullMarked;
