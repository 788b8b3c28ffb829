package daybook.lab.simulation;

import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A session with a {@link SimBroker}: in order in each partition until something fails, answers of different partitions in any
 * order. What fails may be stored all the same.
 */
final class BrokerProducer implements Producer {
    private record Sent(TopicPartition place, LogRecord record, Acknowledgement acknowledgement) {}

    private final SimBroker broker;
    private final Faults faults;
    private final int epoch;
    private final Deque<Sent> sent = new ArrayDeque<>();
    private final Map<TopicPartition, Deque<Runnable>> answers = new TreeMap<>();
    /** Partitions in which a record failed: those behind it fail too, unless the client gives them new numbers. */
    private final Set<TopicPartition> broken = new TreeSet<>();

    private boolean closed;

    BrokerProducer(SimBroker broker) {
        this.broker = broker;
        this.faults = broker.faults();
        this.epoch = broker.epoch();
    }

    @Override
    public void send(String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
        if (broker.isAway() && sent.size() > 64) {
            throw new LogException(LogException.Kind.TIMED_OUT, topic + ": send (simulated)");
        }
        int count = broker.specs().stream()
                .filter(spec -> spec.name().equals(topic))
                .findFirst()
                .orElseThrow(() -> new LogException(LogException.Kind.UNKNOWN_TOPIC, topic))
                .partitions();
        int number = partition.orElseGet(() -> Partitioner.partition(record.key(), count));
        sent.add(new Sent(new TopicPartition(topic, number), record, acknowledgement));
    }

    @Override
    public int poll() {
        if (broker.isAway()) {
            return 0;
        }
        arrive(faults.draw(sent.size() + 1));
        int waiting = answers.values().stream().mapToInt(Deque::size).sum();
        boolean late = waiting > 0 && faults.happens(Fault.ACK_LATE);
        return hear(late ? faults.draw(waiting) : waiting);
    }

    @Override
    public void flush() {
        if (broker.isAway() && !sent.isEmpty()) {
            throw new LogException(LogException.Kind.TIMED_OUT, sent.size() + " records not answered (simulated)");
        }
        arrive(sent.size());
        hear(Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<Sent> left = new ArrayList<>(sent);
        sent.clear();
        answers.clear();
        for (Sent one : left) {
            if (faults.strikes(Fault.SEND_ARRIVES_LATE)) {
                broker.comesLate(one.place(), one.record());
            }
            one.acknowledgement().failed(failure(LogException.Kind.UNAVAILABLE, "closed"));
        }
    }

    private void arrive(int count) {
        for (int i = 0; i < count; i++) {
            arrive(sent.remove());
        }
    }

    private void arrive(Sent one) {
        TopicPartition place = one.place();
        if (epoch != broker.epoch() || broker.isLeaderless(place)) {
            fail(one, LogException.Kind.UNAVAILABLE);
        } else if (broken.contains(place) && !faults.happens(Fault.SENDS_REORDERED)) {
            fail(one, LogException.Kind.UNAVAILABLE);
        } else if (faults.happens(Fault.SEND_FAILED)) {
            broken.add(place);
            fail(one, LogException.Kind.UNAVAILABLE);
        } else {
            List<SimBroker.Stored> records = broker.part(place).records;
            long offset = records.size();
            SimBroker.Stored stored = new SimBroker.Stored(one.record());
            records.add(stored);
            if (faults.happens(Fault.ACK_LOST)) {
                fail(one, LogException.Kind.TIMED_OUT);
            } else {
                stored.acknowledged = true;
                answer(place, () -> one.acknowledgement().stored(place, offset));
            }
        }
    }

    private void fail(Sent one, LogException.Kind kind) {
        answer(
                one.place(),
                () -> one.acknowledgement().failed(failure(kind, one.place().toString())));
    }

    private void answer(TopicPartition place, Runnable answer) {
        answers.computeIfAbsent(place, p -> new ArrayDeque<>()).add(answer);
    }

    /** In order in each partition, the partitions in any order. */
    private int hear(int most) {
        int heard = 0;
        while (heard < most && !answers.isEmpty()) {
            List<TopicPartition> places = List.copyOf(answers.keySet());
            TopicPartition place = places.get(faults.draw(places.size()));
            Deque<Runnable> waiting = answers.getOrDefault(place, new ArrayDeque<>());
            Runnable next = waiting.remove();
            if (waiting.isEmpty()) {
                answers.remove(place);
            }
            next.run();
            heard++;
        }
        return heard;
    }

    private static LogException failure(LogException.Kind kind, String where) {
        return new LogException(kind, where + ": not stored, or not surely (simulated)");
    }
}
