package daybook.log.kafka;

import daybook.log.TopicPartition;

/**
 * A partition that a producer writes to, with all that would else be looked up or put together again for each record.
 *
 * @param outsideTopic the topic's name on the cluster: always the same object, whose hash is known
 * @param memory of the seqs that were sent there
 */
record Target(TopicPartition place, String outsideTopic, SeqMemory memory) {}
