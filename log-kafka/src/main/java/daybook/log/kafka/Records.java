package daybook.log.kafka;

import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Our records as Kafka's and back. What others wrote with a null key, value or header is read as empty. */
final class Records {
    private static final byte[] EMPTY = {};
    /** Upper limit of the lengths, deltas and attributes that go with a record, and with each of its headers. */
    private static final int RECORD_OVERHEAD_BYTES = 32;

    private static final int HEADER_OVERHEAD_BYTES = 10;
    /** Of a char: a surrogate pair is four. */
    private static final int MOST_UTF8_BYTES = 3;

    private Records() {}

    static ProducerRecord<byte[], byte[]> outside(Target target, LogRecord record) {
        ProducerRecord<byte[], byte[]> outside = new ProducerRecord<>(
                target.outsideTopic(), target.place().partition(), record.timeMs(), record.key(), record.value());
        for (Header header : record.headers()) {
            outside.headers().add(header.name(), header.value());
        }
        return outside;
    }

    static StoredRecord inside(Names names, ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = new ArrayList<>();
        for (org.apache.kafka.common.header.Header header : record.headers()) {
            headers.add(new Header(header.key(), orEmpty(header.value())));
        }
        return new StoredRecord(
                new daybook.log.TopicPartition(names.inside(record.topic()), record.partition()),
                record.offset(),
                new LogRecord(
                        orEmpty(record.key()), orEmpty(record.value()), List.copyOf(headers), record.timestamp()));
    }

    /** Whether a record surely takes no more bytes before compression; a guess from above, without a look at the headers' names. */
    static boolean isWithin(LogRecord record, long limit) {
        long bytes = RECORD_OVERHEAD_BYTES + (long) record.key().length + record.value().length;
        List<Header> headers = record.headers();
        for (int i = 0; i < headers.size(); i++) {
            Header header = headers.get(i);
            bytes += HEADER_OVERHEAD_BYTES
                    + MOST_UTF8_BYTES * (long) header.name().length()
                    + header.value().length;
        }
        return bytes <= limit;
    }

    /** Bytes a record takes before compression, at most. */
    static long sizeBytes(LogRecord record) {
        long bytes = RECORD_OVERHEAD_BYTES + (long) record.key().length + record.value().length;
        for (Header header : record.headers()) {
            bytes += HEADER_OVERHEAD_BYTES
                    + header.name().getBytes(StandardCharsets.UTF_8).length
                    + header.value().length;
        }
        return bytes;
    }

    private static byte[] orEmpty(byte @Nullable [] bytes) {
        return bytes == null ? EMPTY : bytes;
    }
}
