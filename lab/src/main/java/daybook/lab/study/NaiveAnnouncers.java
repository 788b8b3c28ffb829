package daybook.lab.study;

import daybook.delivery.Writer;
import daybook.log.Log;
import java.sql.SQLException;

/** Two writes to two systems, in either order: there is no third. */
final class NaiveAnnouncers {
    private NaiveAnnouncers() {}

    /** Stores first. */
    static final class WriteThenPublish extends Announcer {
        WriteThenPublish(Writer writer, Log log, String topic) {
            super(writer, log, topic);
        }

        @Override
        void storeAndAnnounce(LabFill trade) throws SQLException {
            insert(writer.transaction(), trade);
            writer.commit();
            gap();
            publish(announcement(trade, 0));
        }
    }

    /** Announces first. */
    static final class PublishThenWrite extends Announcer {
        PublishThenWrite(Writer writer, Log log, String topic) {
            super(writer, log, topic);
        }

        @Override
        void storeAndAnnounce(LabFill trade) throws SQLException {
            publish(announcement(trade, 0));
            gap();
            insert(writer.transaction(), trade);
            writer.commit();
        }
    }
}
