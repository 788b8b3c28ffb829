@NullMarked
package daybook.delivery.jobs;

import org.jspecify.annotations.NullMarked;
