package daybook.exchange.replay;

import java.io.IOException;

/** Takes the executions of a replay in order. */
@FunctionalInterface
public interface ExecutionSink {
    ExecutionSink NONE = execution -> {};

    void accept(Execution execution) throws IOException;
}
