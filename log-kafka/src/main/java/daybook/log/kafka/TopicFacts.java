package daybook.log.kafka;

/** What a producer asks about the topics it writes. */
interface TopicFacts {

    /** @throws daybook.log.LogException of kind UNKNOWN_TOPIC if it is not there */
    int partitions(String topic);

    /** Largest batch, compressed, that it takes. */
    long maxMessageBytes(String topic);
}
