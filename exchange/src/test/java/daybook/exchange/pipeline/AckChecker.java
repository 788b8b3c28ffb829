package daybook.exchange.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks acknowledgements against real time: an operation that was acknowledged before another was begun must have the lower
 * number. As the number is a witness of the order, this is a full check of linearizability, in n log n.
 */
final class AckChecker {

    /**
     * One acknowledged operation.
     *
     * @param begun when it was submitted, on any clock
     * @param acknowledged when its reply came, on the same clock
     */
    record Ack(String name, long begun, long acknowledged, long commandSeq) {}

    private AckChecker() {}

    /** What is wrong with a history; empty if nothing is. */
    static List<String> anomalies(List<Ack> history) {
        List<String> anomalies = new ArrayList<>();
        Set<Long> numbers = new HashSet<>();
        for (Ack ack : history) {
            if (!numbers.add(ack.commandSeq())) {
                anomalies.add("number given twice: " + ack);
            }
        }
        List<Ack> byBegin = new ArrayList<>(history);
        byBegin.sort(Comparator.comparingLong(Ack::begun));
        List<Ack> byAck = new ArrayList<>(history);
        byAck.sort(Comparator.comparingLong(Ack::acknowledged));
        int done = 0;
        long highest = 0;
        for (Ack ack : byBegin) {
            while (done < byAck.size() && byAck.get(done).acknowledged() < ack.begun()) {
                highest = Math.max(highest, byAck.get(done).commandSeq());
                done++;
            }
            if (ack.commandSeq() < highest) {
                anomalies.add("begun after " + highest + " was acknowledged: " + ack);
            }
        }
        return anomalies;
    }
}
