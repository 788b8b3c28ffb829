package daybook.delivery;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;

/** Why a database refuses: because of what is in a row, or because something is wrong with itself. */
final class Refusals {
    /** SQLSTATE classes: a value that its type does not hold, and a rule of the table. */
    private static final Set<String> CLASSES = Set.of("22", "23");

    /** A value that is too long for an index. */
    private static final String TOO_LONG = "54000";

    /** SQLite's own codes, which come without SQLSTATE: too big, a rule of the table, a value of another type. */
    private static final Set<Integer> SQLITE = Set.of(18, 19, 20);

    /** A lock that was not given in time; a transaction that was ended because of another. */
    private static final Set<String> ROWS = Set.of("55P03", "40001", "40P01");

    private Refusals() {}

    /** What is wrong, in one line, without the statement and the values that a driver puts in front of a batch's error. */
    static String reason(Exception broken) {
        SQLException cause = broken instanceof BatchUpdateException batch ? batch.getNextException() : null;
        return String.valueOf((cause == null ? broken : cause).getMessage()).replaceAll("\\s*\\R\\s*", " ");
    }

    /** What is wrong with a record, in one line. */
    static String said(Exception failed) {
        return failed instanceof SQLException ? "the database refuses it: " + reason(failed) : reason(failed);
    }

    /** As a column can hold it: PostgreSQL's text holds no U+0000, which is just what may be wrong with a record. */
    static String storable(String error) {
        return error.replace('\0', '\uFFFD');
    }

    /** Whether it could not have a row for the sake of another transaction, and others may be free. */
    static boolean isOfARow(SQLException refused) {
        return ROWS.contains(String.valueOf(refused.getSQLState()));
    }

    /** Whether it would refuse the same row again, and takes others. */
    static boolean isOfData(SQLException refused) {
        String state = refused.getSQLState();
        return state == null
                ? SQLITE.contains(refused.getErrorCode())
                : state.equals(TOO_LONG) || state.length() == 5 && CLASSES.contains(state.substring(0, 2));
    }
}
