@NullMarked
package daybook.app.gateway;

import org.jspecify.annotations.NullMarked;
