package daybook.exchange.pipeline;

import daybook.journal.JournalWriter;
import java.nio.ByteBuffer;

/** Where the engine's events are written one behind the other: the journal, or in recovery the place to compare from. */
interface EventEntries {

    /** As {@link JournalWriter#begin}. */
    ByteBuffer begin(int maxPayloadBytes);

    /** As {@link JournalWriter#endEvent}. */
    long endEvent();

    static EventEntries of(JournalWriter journal) {
        return new EventEntries() {
            @Override
            public ByteBuffer begin(int maxPayloadBytes) {
                return journal.begin(maxPayloadBytes);
            }

            @Override
            public long endEvent() {
                return journal.endEvent();
            }
        };
    }
}
