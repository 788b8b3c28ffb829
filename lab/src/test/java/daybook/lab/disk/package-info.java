/** A venue on real file systems of a real kernel, over a disk that loses power or fails a write when it is told to. */
@NullMarked
package daybook.lab.disk;

import org.jspecify.annotations.NullMarked;
