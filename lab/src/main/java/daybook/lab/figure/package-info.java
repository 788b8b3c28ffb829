/**
 * Small figures as SVG, for light and dark paper, readable by those who do not see them: text, rectangles and lines, no script.
 */
@NullMarked
package daybook.lab.figure;

import org.jspecify.annotations.NullMarked;
