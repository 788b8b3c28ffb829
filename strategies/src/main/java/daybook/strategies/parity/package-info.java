/**
 * Whether the log is as good as what happens in this process: what was recorded and what lies on the topic, compared by identity; what was
 * to be evaluated and what was; the same decisions when everything is evaluated again. And the gate, which opens when all of it holds.
 */
@NullMarked
package daybook.strategies.parity;

import org.jspecify.annotations.NullMarked;
