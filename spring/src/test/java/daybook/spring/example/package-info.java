/** An application, as its users write one. */
@NullMarked
package daybook.spring.example;

import org.jspecify.annotations.NullMarked;
