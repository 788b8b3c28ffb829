@NullMarked
package daybook.lab.figure;

import org.jspecify.annotations.NullMarked;
