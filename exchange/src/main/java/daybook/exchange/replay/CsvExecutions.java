package daybook.exchange.replay;

import java.io.IOException;
import java.io.Writer;

/** Writes executions as CSV with the header {@value #HEADER}. Does not close the writer. */
public final class CsvExecutions implements ExecutionSink {
    public static final String HEADER = "n,seq,kind,resting_id,price,qty";

    private final Writer out;

    /** Writes the header at once. */
    public CsvExecutions(Writer out) throws IOException {
        this.out = out;
        out.write(HEADER);
        out.write('\n');
    }

    @Override
    public void accept(Execution execution) throws IOException {
        // An id has no comma, quote or line end, or it would not have come out of the file.
        out.write(execution.n() + "," + execution.seq() + "," + execution.kind() + "," + execution.restingId() + ","
                + execution.price() + "," + execution.quantity() + "\n");
    }
}
