@NullMarked
package daybook.app.diagnostics;

import org.jspecify.annotations.NullMarked;
