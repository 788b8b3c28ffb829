/** Tests of the publisher: a venue and a log in memory that fail in every way the ports allow. */
@NullMarked
package daybook.publisher;

import org.jspecify.annotations.NullMarked;
