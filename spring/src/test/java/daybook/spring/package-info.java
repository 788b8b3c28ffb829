@NullMarked
package daybook.spring;

import org.jspecify.annotations.NullMarked;
