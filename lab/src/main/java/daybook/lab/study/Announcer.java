package daybook.lab.study;

import daybook.delivery.CrashHook;
import daybook.delivery.CrashHook.Crash;
import daybook.delivery.CrashHook.Stage;
import daybook.delivery.Writer;
import daybook.log.Log;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;

/**
 * A service that stores trades and announces them, by one {@link Design}. It dies where the design has its gap; what it would still
 * do after its restart is up to {@link #restart}. Confined to one thread.
 */
abstract class Announcer {
    private static final String INSERT = "INSERT INTO trade (id) VALUES (?)";

    final Writer writer;
    final Log log;
    final String topic;
    private boolean dies;

    Announcer(Writer writer, Log log, String topic) {
        this.writer = writer;
        this.log = log;
        this.topic = topic;
    }

    /** Stores and announces a trade; throws {@link Crash} in between if it is to die. */
    final void trade(LabFill trade, boolean diesThere) throws SQLException {
        dies = diesThere;
        storeAndAnnounce(trade);
    }

    abstract void storeAndAnnounce(LabFill trade) throws SQLException;

    /** A new process begins after a crash. */
    void restart() throws SQLException {
        writer.rollback();
    }

    /** Between the two steps of a design. */
    final void gap() {
        if (dies) {
            dies = false;
            throw new CrashHook.Crash(Stage.BEFORE_COMMIT, 0);
        }
    }

    final void insert(Connection connection, LabFill trade) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setLong(1, trade.id());
            insert.executeUpdate();
        }
    }

    final void publish(LogRecord record) {
        try (Producer producer = log.producer("lab-announcer")) {
            Acknowledgements sent = new Acknowledgements();
            producer.send(topic, OptionalInt.empty(), record, Producer.NO_SEQ, sent);
            producer.flush();
            sent.require(topic, 1);
        }
    }

    static LogRecord announcement(LabFill trade, long timeMs) {
        return new LogRecord(trade.key(), trade.body(), List.of(), timeMs);
    }
}
