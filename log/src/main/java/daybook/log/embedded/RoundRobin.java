package daybook.log.embedded;

import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Who reads which partition: the sorted partitions are dealt to the sorted members in turn. */
final class RoundRobin {
    private RoundRobin() {}

    /**
     * Deals.
     *
     * @param subscriptions topics by member
     * @param places all partitions of these topics, so that each has somebody who wants it
     */
    static Map<TopicPartition, String> plan(
            SortedMap<String, List<String>> subscriptions, SortedSet<TopicPartition> places) {
        List<Map.Entry<String, List<String>>> members = new ArrayList<>(subscriptions.entrySet());
        Map<TopicPartition, String> plan = new TreeMap<>();
        int turn = 0;
        for (TopicPartition place : places) {
            while (!members.get(turn % members.size()).getValue().contains(place.topic())) {
                turn++;
            }
            plan.put(place, members.get(turn++ % members.size()).getKey());
        }
        return plan;
    }
}
