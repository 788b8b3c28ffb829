/** Tests of the sandbox. */
@NullMarked
package daybook.lab.sandbox;

import org.jspecify.annotations.NullMarked;
