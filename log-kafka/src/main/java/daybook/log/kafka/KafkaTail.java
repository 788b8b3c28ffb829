package daybook.log.kafka;

import daybook.log.GroupOptions.Start;
import daybook.log.Reader;
import daybook.log.StoredRecord;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads from the end, without a group and without a cursor. */
final class KafkaTail implements Reader {
    private final Intake intake;

    KafkaTail(Consumer<byte[], byte[]> consumer, KafkaLogSettings settings, List<TopicPartition> places) {
        this.intake = new Intake(consumer, settings, Start.LATEST);
        consumer.assign(places);
        try {
            consumer.seekToEnd(places);
            // The end is that of now, not of the first poll.
            places.forEach(place -> consumer.position(place, settings.timeout()));
        } catch (KafkaException e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw Failures.reading("ends of " + places, e);
        }
    }

    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        return intake.poll(max, timeout);
    }

    @Override
    public void close() {
        intake.close();
    }
}
