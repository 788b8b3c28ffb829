package daybook.exchange.pipeline;

import daybook.journal.JournalWriter;
import java.util.List;

/** Puts the stages in order. The last one frees the slots of the ring. */
@FunctionalInterface
interface Assembly {

    /** What decided commands pass: the disk first, then the reply. */
    Assembly INLINE = parts -> List.of(new JournalStage(parts));

    /** Stages between matching and reply. */
    List<Stage> between(Parts parts);

    /** What stages are made of. */
    record Parts(
            CommandRing ring,
            MatchingStage matching,
            JournalWriter journal,
            Availability availability,
            Counting counting,
            ExchangeSettings settings) {}
}
