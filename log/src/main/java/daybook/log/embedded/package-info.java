/**
 * The partitioned log in files on this machine: no server, no network. One process writes; others may read beside it
 * ({@link daybook.log.embedded.ReadOnlyLog}) and see only what is durable.
 *
 * <p>An acknowledged record survives a power cut. (producer, seq) is remembered for as long as the records are kept. The files
 * are described, for readers that share no code with us, in {@code docs/formats/log.md}.
 */
@NullMarked
package daybook.log.embedded;

import org.jspecify.annotations.NullMarked;
