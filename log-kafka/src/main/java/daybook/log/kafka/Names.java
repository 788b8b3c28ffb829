package daybook.log.kafka;

import daybook.log.TopicPartition;
import daybook.log.kafka.KafkaLogSettings.Prefixes;

/** Our names and the cluster's: the cluster's have the prefix. */
record Names(Prefixes prefixes) {

    String outside(String topic) {
        return prefixes.topics() + topic;
    }

    /** Whether it is a topic that the port can name: others on the cluster may use names that it does not take. */
    boolean isTopic(String outside) {
        return outside.startsWith(prefixes.topics()) && inside(outside).matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
    }

    String inside(String outside) {
        return outside.substring(prefixes.topics().length());
    }

    org.apache.kafka.common.TopicPartition outside(TopicPartition place) {
        return new org.apache.kafka.common.TopicPartition(outside(place.topic()), place.partition());
    }

    TopicPartition inside(org.apache.kafka.common.TopicPartition outside) {
        return new TopicPartition(inside(outside.topic()), outside.partition());
    }

    String outsideGroup(String group) {
        return prefixes.groups() + group;
    }

    boolean isGroup(String outside) {
        return outside.startsWith(prefixes.groups());
    }

    String insideGroup(String outside) {
        return outside.substring(prefixes.groups().length());
    }
}
