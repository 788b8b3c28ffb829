@NullMarked
package daybook.app.kafka;

import org.jspecify.annotations.NullMarked;
