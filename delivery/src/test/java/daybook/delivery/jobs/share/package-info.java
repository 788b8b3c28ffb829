@NullMarked
package daybook.delivery.jobs.share;

import org.jspecify.annotations.NullMarked;
