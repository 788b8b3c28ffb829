/**
 * The explainer of {@code docs/learn} as pages. The Markdown files and figures lie in the jar as they lie in the repository; a page is
 * made when it is asked for the first time.
 */
@NullMarked
package daybook.app.learn;

import org.jspecify.annotations.NullMarked;
