package daybook.exchange.replay;

import java.io.IOException;
import java.io.Writer;

/**
 * Writes executions as JSON, one object per line, with the fields of the CSV. Prices and quantities are decimal strings. Does not close
 * the writer.
 */
public final class JsonExecutions implements ExecutionSink {
    private final Writer out;

    public JsonExecutions(Writer out) {
        this.out = out;
    }

    @Override
    public void accept(Execution execution) throws IOException {
        // An id has no quote and no control character, or it would not have come out of the file; a backslash it may
        // have.
        String restingId = execution.restingId().replace("\\", "\\\\");
        out.write("{\"n\":" + execution.n() + ",\"seq\":" + execution.seq() + ",\"kind\":\"" + execution.kind()
                + "\",\"resting_id\":\"" + restingId + "\",\"price\":\"" + execution.price() + "\",\"qty\":\""
                + execution.quantity() + "\"}\n");
    }
}
