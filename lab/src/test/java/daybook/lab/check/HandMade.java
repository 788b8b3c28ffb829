package daybook.lab.check;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Envelope;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.EventJson;
import daybook.events.SessionState;
import daybook.journal.FileDisk;
import daybook.journal.Journal;
import daybook.journal.JournalSettings;
import daybook.journal.JournalWriter;
import daybook.log.Header;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

/** A venue's files, written by the real journal and the real log but event by event and record by record as a test wants it. */
final class HandMade implements AutoCloseable {
    static final String TOPIC = "daybook.exchange.events.v1";

    private final Path directory;
    private final Journal journal;
    private final EmbeddedLog log;
    private final Producer producer;
    private long ids;

    HandMade(Path directory) {
        this(directory, JournalSettings.DEFAULT_SEGMENT_BYTES, 1_000_000);
    }

    HandMade(Path directory, long segmentBytes, int segmentRecords) {
        this.directory = directory;
        FileDisk disk = new FileDisk();
        journal = Journal.open(
                disk,
                directory.resolve("journal"),
                JournalSettings.of(new UUID(1, 1), 1).withSegmentBytes(segmentBytes));
        EmbeddedLogSettings.Sources sources =
                new EmbeddedLogSettings.Sources(() -> Instant.EPOCH, () -> 0, () -> new UUID(2, ++ids));
        log = EmbeddedLog.open(
                disk, directory.resolve("log"), EmbeddedLogSettings.of(sources).withSegmentRecords(segmentRecords));
        log.createTopic(new TopicSpec(TOPIC, 3, Retention.UNLIMITED));
        producer = log.producer("test");
    }

    TopicCheck.VenueFiles files() {
        return new TopicCheck.VenueFiles(directory, directory, TOPIC);
    }

    Path directory() {
        return directory;
    }

    Journal journal() {
        return journal;
    }

    EmbeddedLog log() {
        return log;
    }

    /** Journals events, each caused by a command of its own, durably. */
    void journal(List<? extends Event> events) {
        JournalWriter writer = journal.writer();
        for (Event event : events) {
            ByteBuffer command = writer.begin(EventCodec.MAX_PAYLOAD_BYTES);
            CommandCodec.encode(new Command.SetSession(SessionState.OPEN), event.time(), command);
            writer.endCommand();
            EventCodec.encode(event, writer.begin(EventCodec.MAX_PAYLOAD_BYTES));
            writer.endEvent();
            writer.endGroup();
        }
        writer.write();
        writer.force();
    }

    /** States the line, as an idle exchange does. */
    void idle() {
        journal.writer().idle();
        journal.writer().force();
    }

    void publish(List<? extends Event> events) {
        events.forEach(e -> send(OptionalInt.empty(), record(e)));
        producer.flush();
    }

    void publish(LogRecord record) {
        send(OptionalInt.empty(), record);
        producer.flush();
    }

    void publish(int partition, LogRecord record) {
        send(OptionalInt.of(partition), record);
        producer.flush();
    }

    /** The record of an event as it should be. */
    static LogRecord record(Event event) {
        return record(event, EventJson.toBytes(event));
    }

    /** The record of an event with another body. */
    static LogRecord record(Event event, byte[] value) {
        List<Header> headers = Envelope.of(event).stream()
                .map(a -> Header.of(a.name(), a.value()))
                .toList();
        return new LogRecord(event.key().getBytes(StandardCharsets.UTF_8), value, headers, 0);
    }

    private void send(OptionalInt partition, LogRecord record) {
        producer.send(TOPIC, partition, record, Producer.NO_SEQ, new Producer.Acknowledgement() {
            @Override
            public void stored(TopicPartition place, long offset) {}

            @Override
            public void duplicate(TopicPartition place) {}

            @Override
            public void failed(LogException error) {
                throw error;
            }
        });
    }

    @Override
    public void close() {
        producer.close();
        log.close();
        journal.close();
    }
}
