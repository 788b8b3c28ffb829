/**
 * What the post-trade services have written down, as rows for people and programs: decimals as text, one map per row. The command
 * line and HTTP show the same rows.
 */
@NullMarked
package daybook.app.reports;

import org.jspecify.annotations.NullMarked;
