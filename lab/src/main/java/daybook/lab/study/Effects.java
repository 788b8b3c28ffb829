package daybook.lab.study;

import daybook.delivery.RecordEffect;
import daybook.delivery.Writer;
import java.sql.SQLException;

/** The positions that a consumer changes, and how often each fill of the day has reached them. */
interface Effects extends RecordEffect {
    /** Forgets the day before. */
    void startDay(Writer writer) throws SQLException;

    /** How often each fill of the day was applied, by its id. */
    int[] counts(Writer writer) throws SQLException;

    /** Shares held at the end of the day, by {@link LabFill#slot}. */
    long[] positions(Writer writer) throws SQLException;
}
