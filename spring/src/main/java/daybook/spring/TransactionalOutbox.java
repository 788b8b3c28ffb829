package daybook.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.log.Header;
import java.time.InstantSource;
import java.util.List;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Messages that are published because, and only because, the caller's {@code @Transactional} method commits. At least once on the topic,
 * in the order of the rows. Safe for many threads.
 */
public final class TransactionalOutbox {
    private final Joined joined;
    private final InstantSource clock;
    private final Runnable wake;

    /** @param wake rung after the commit, so that the relay looks at once */
    TransactionalOutbox(Joined joined, InstantSource clock, Runnable wake) {
        this.joined = joined;
        this.clock = clock;
        this.wake = wake;
    }

    /**
     * Adds messages in the caller's transaction, in the order of the list.
     *
     * @throws IllegalStateException if there is none
     * @throws daybook.delivery.DeliveryException if the database refuses
     */
    public void add(List<OutboxMessage> messages) {
        joined.run("outbox", connection -> {
            new Outbox(clock).add(connection, messages);
            return messages.size();
        });
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    wake.run();
                }
            });
        }
    }

    /**
     * Adds one message.
     *
     * @param topic without the prefix
     * @param key messages of one key stay in order
     */
    public void add(String topic, String key, String json) {
        add(List.of(new OutboxMessage(
                topic,
                key.getBytes(UTF_8),
                List.of(Header.of("content-type", "application/json")),
                json.getBytes(UTF_8))));
    }
}
