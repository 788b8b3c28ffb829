package daybook.publisher;

/** Publishers with one part exchanged for one that looks reasonable and is wrong, for tests of other modules. */
public final class PlantedPublisher {
    private PlantedPublisher() {}

    /** Believes that all before the last acknowledged one has arrived. */
    public static JournalPublisher savesTheLastAck(PublisherPorts ports, PublisherSettings settings) {
        return new JournalPublisher(
                new JournalPublisher.Parts(ports, new TailReconcile(), new Variants.LastAck()), settings);
    }

    /** Saves what was handed to the log before the log has forced it. */
    public static JournalPublisher savesTheLastSent(PublisherPorts ports, PublisherSettings settings) {
        return new JournalPublisher(
                new JournalPublisher.Parts(ports, new TailReconcile(), new Variants.LastSent()), settings);
    }

    /** Believes that what was acknowledged once is there for ever. */
    public static JournalPublisher doesNotReconcile(PublisherPorts ports, PublisherSettings settings) {
        return new JournalPublisher(
                new JournalPublisher.Parts(ports, (log, topic, checkpoint) -> checkpoint, new PublishCheckpoint()),
                settings);
    }
}
