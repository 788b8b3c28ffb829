/** Tests of the experiments as they are run by users, and of what the documents say about them. */
@NullMarked
package daybook.app.lab;

import org.jspecify.annotations.NullMarked;
