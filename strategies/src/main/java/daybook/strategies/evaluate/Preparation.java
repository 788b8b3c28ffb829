package daybook.strategies.evaluate;

import daybook.delivery.DeliveryException;
import daybook.delivery.Writer;
import daybook.strategies.cutover.Cutover;
import java.sql.SQLException;

/** Makes what a service needs to find when it starts. */
final class Preparation {
    private Preparation() {}

    /** @throws DeliveryException if the database does not answer */
    static void prepare(Writer writer, Cutover cutover) {
        boolean committed = false;
        try {
            cutover.prepare(writer.transaction());
            writer.commit();
            committed = true;
        } catch (SQLException away) {
            throw new DeliveryException("database: does not answer: " + away.getMessage(), away);
        } finally {
            if (!committed) {
                writer.rollback();
            }
        }
    }
}
