package daybook.log.kafka;

import daybook.log.FencedException;
import daybook.log.TopicPartition;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Who of this process reads a partition for a group by a lease: the one that came last. Safe for many threads. */
final class Owners {
    private final Map<Claim, KafkaOwnedReader> owners = new ConcurrentHashMap<>();

    private record Claim(String group, TopicPartition place) {}

    void claim(KafkaOwnedReader reader, String group, Collection<TopicPartition> places) {
        places.forEach(place -> owners.put(new Claim(group, place), reader));
    }

    void check(KafkaOwnedReader reader, String group, Collection<TopicPartition> places) {
        for (TopicPartition place : places) {
            if (owners.get(new Claim(group, place)) != reader) {
                throw new FencedException("group " + group + ": " + place + " has another owner");
            }
        }
    }

    void leave(KafkaOwnedReader reader) {
        owners.values().removeIf(owner -> owner == reader);
    }
}
