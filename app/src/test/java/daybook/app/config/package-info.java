@NullMarked
package daybook.app.config;

import org.jspecify.annotations.NullMarked;
