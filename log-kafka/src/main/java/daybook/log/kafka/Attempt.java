package daybook.log.kafka;

import daybook.log.kafka.ProducerSession.Answer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Tells a record that was refused within the call of {@code send} from one that was taken and failed later: both come by the
 * callback, the first on the writer's thread.
 */
final class Attempt implements Callback {
    private final Sent sent;
    private final Thread writer;
    private final Outcomes answers;

    /** These two belong to the writer's thread. */
    private boolean returned;

    private @Nullable Exception refused;

    Attempt(Sent sent, Thread writer, Outcomes answers) {
        this.sent = sent;
        this.writer = writer;
        this.answers = answers;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception error) {
        if (error == null && metadata != null) {
            answers.add(new Answer(sent, metadata.offset(), null));
        } else if (Thread.currentThread() == writer && !returned) {
            refused = error;
        } else {
            answers.add(new Answer(sent, -1, error));
        }
    }

    /** Once {@code send} has returned: why it refused the record, if it did. */
    @Nullable
    Exception refusedAtOnce() {
        returned = true;
        return refused;
    }
}
