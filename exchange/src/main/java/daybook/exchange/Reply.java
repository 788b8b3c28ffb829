package daybook.exchange;

import daybook.events.Event;
import java.util.List;

/**
 * The durable outcome of one command.
 *
 * @param commandSeq the command's place in the journal; 0 if nothing was journaled (a repeat answered from memory)
 * @param events what was decided, in order; for a repeated clientOrderId the rejection
 * @param first for a repeat of the same clientOrderId with the same body: the order it named first; 0 otherwise
 */
public record Reply(long commandSeq, List<Event> events, long first) {}
