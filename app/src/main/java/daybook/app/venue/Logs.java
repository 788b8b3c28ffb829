package daybook.app.venue;

import daybook.journal.Disk;
import daybook.log.Log;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The log of a venue for all who use it: the embedded one is one for all; on Kafka each has connections of its own, so that
 * during an outage nobody waits behind another's question.
 */
final class Logs implements AutoCloseable {
    private final Opened opened = new Opened();
    private final Supplier<Log> connection;
    private final IntSupplier retention;
    private final String prefixes;

    private Logs(Supplier<Log> connection, IntSupplier retention, String prefixes) {
        this.connection = connection;
        this.retention = retention;
        this.prefixes = prefixes;
    }

    /** Opens the embedded log for writing and creates what is declared and missing. */
    static Logs embedded(Disk disk, DataDirectory data, UUID venueId) {
        LogOwner.require(data, venueId);
        EmbeddedLog log = Downstream.openLog(disk, data);
        Logs logs = new Logs(() -> log, log::enforceRetention, "");
        logs.opened.add(log);
        try {
            LogOwner.name(data, venueId);
            return logs;
        } catch (RuntimeException refused) {
            logs.close();
            throw refused;
        }
    }

    /** Connects to nothing: a venue starts without its brokers. */
    static Logs onKafka(KafkaLogSettings settings) {
        KafkaLogSettings.Prefixes names = settings.names();
        return new Logs(() -> KafkaLog.open(settings), () -> 0, names.topics() + "/" + names.groups());
    }

    /** What the log itself puts before the names of topics and groups; empty: nothing. */
    String prefixes() {
        return prefixes;
    }

    /** The log for one more user; closed with this. */
    Log connect() {
        Log log = connection.get();
        return log instanceof KafkaLog ? opened.add(log) : log;
    }

    /** Drops what the topics need not keep; a cluster does so by itself. */
    int enforceRetention() {
        return retention.getAsInt();
    }

    @Override
    public void close() {
        opened.close();
    }
}
