/**
 * Append-only files that survive power loss. Bytes, no domain.
 *
 * <p>Entries are framed and checksummed ({@link daybook.journal.Frame}); a batch of them becomes durable with one force; only
 * what lies at or below the durable line is ever shown to anybody. All disk access goes through {@link daybook.journal.Disk}.
 */
@NullMarked
package daybook.journal;

import org.jspecify.annotations.NullMarked;
