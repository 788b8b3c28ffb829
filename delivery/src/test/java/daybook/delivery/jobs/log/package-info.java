@NullMarked
package daybook.delivery.jobs.log;

import org.jspecify.annotations.NullMarked;
