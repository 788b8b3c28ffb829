@NullMarked
package daybook.app.cli;

import org.jspecify.annotations.NullMarked;
