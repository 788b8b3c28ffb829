package daybook.app.jobs;

import java.io.IOException;

/** Makes a statement for people to read. Safe for many threads. */
public interface StatementPrinter {
    /** With the dot: what its files end with. */
    String ending();

    /**
     * The whole document.
     *
     * @throws IOException if it cannot be made
     */
    byte[] print(AccountStatement statement) throws IOException;
}
