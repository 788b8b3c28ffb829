/** Tests of the pipeline: an exchange on a simulated disk, pumped by hand. */
@NullMarked
package daybook.exchange.pipeline;

import org.jspecify.annotations.NullMarked;
