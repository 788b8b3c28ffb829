/** The embedded log against the contract, against crashes, rot and wrong hints, and against planted bugs. */
@NullMarked
package daybook.log.embedded;

import org.jspecify.annotations.NullMarked;
