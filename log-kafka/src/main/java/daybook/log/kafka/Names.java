package daybook.log.kafka;

import daybook.log.TopicPartition;

/** Our names and the cluster's: the cluster's have the prefix. */
record Names(String prefix) {

    String outside(String name) {
        return prefix + name;
    }

    boolean isOurs(String outside) {
        return outside.startsWith(prefix);
    }

    /** Whether it is a topic that the port can name: others on the cluster may use names that it does not take. */
    boolean isTopic(String outside) {
        return isOurs(outside) && inside(outside).matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
    }

    String inside(String outside) {
        return outside.substring(prefix.length());
    }

    org.apache.kafka.common.TopicPartition outside(TopicPartition place) {
        return new org.apache.kafka.common.TopicPartition(prefix + place.topic(), place.partition());
    }

    TopicPartition inside(org.apache.kafka.common.TopicPartition outside) {
        return new TopicPartition(inside(outside.topic()), outside.partition());
    }
}
