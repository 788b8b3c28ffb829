@NullMarked
package daybook.app.security;

import org.jspecify.annotations.NullMarked;
