@NullMarked
package daybook.app.http;

import org.jspecify.annotations.NullMarked;
