@NullMarked
package daybook.app.jobs;

import org.jspecify.annotations.NullMarked;
