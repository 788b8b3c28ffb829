package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Trade;
import daybook.log.LogRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The story of the phantom trade. The exchange has written events 900 to 905 but not forced them; somebody publishes them; the
 * power goes. The exchange comes back with 899 events and gives the numbers 900 to 905 to others. A consumer that does
 * everything right, and applies each number once, now has trades that never happened and lacks those that did.
 */
class PhantomTradeTest {
    private final MemoryJournal journal = new MemoryJournal();
    private final MemoryLog log = new MemoryLog(new Random(900), 3, true);

    @Test
    void publishingAboveTheDurableLineMakesTradesThatNeverHappened() {
        liveThroughThePowerCut(Variants.IGNORES_THE_DURABLE_LINE);

        assertThat(positionsOf(seenByAConsumer())).isNotEqualTo(positionsOf(journal.history()));
    }

    @Test
    void publishingUpToTheDurableLineLeavesNobodyWithAnotherHistory() {
        liveThroughThePowerCut(Variants.AS_IT_IS);

        assertThat(seenByAConsumer()).isEqualTo(journal.history());
        assertThat(positionsOf(seenByAConsumer())).isEqualTo(positionsOf(journal.history()));
    }

    private void liveThroughThePowerCut(Variants variant) {
        MemoryCheckpoint store = new MemoryCheckpoint();
        journal.write(899);
        journal.force();
        journal.write(6);
        pumpUntilIdle(publisher(variant, store));

        journal.crash();
        journal.write(6);
        journal.force();
        pumpUntilIdle(publisher(variant, store));
    }

    private JournalPublisher publisher(Variants variant, CheckpointStore store) {
        PublisherPorts ports = new PublisherPorts(journal, log, store, () -> Instant.EPOCH, () -> 0);
        return new JournalPublisher(variant.of(ports), PublisherSettings.of(MemoryLog.TOPIC));
    }

    private static void pumpUntilIdle(JournalPublisher publisher) {
        int rounds = 0;
        while (publisher.pump() > 0) {
            assertThat(++rounds).isLessThan(1_000);
        }
    }

    /** The first copy of each seq, as an honest consumer takes it. */
    private List<Event> seenByAConsumer() {
        Set<Long> seen = new HashSet<>();
        List<Event> events = new ArrayList<>();
        for (int p = 0; p < log.partitionCount(); p++) {
            for (LogRecord record : log.records(p)) {
                Event event = EventJson.readEvent(record.value());
                if (seen.add(event.seq())) {
                    events.add(event);
                }
            }
        }
        events.sort(Comparator.comparingLong(Event::seq));
        return events;
    }

    private static Map<String, Long> positionsOf(List<Event> events) {
        Map<String, Long> positions = new TreeMap<>();
        for (Event event : events) {
            if (event.kind() == Event.Kind.TRADE) {
                Trade trade = (Trade) event;
                positions.merge(trade.buyAccountId() + " " + trade.symbol(), trade.quantity(), Long::sum);
                positions.merge(trade.sellAccountId() + " " + trade.symbol(), -trade.quantity(), Long::sum);
            }
        }
        return positions;
    }
}
