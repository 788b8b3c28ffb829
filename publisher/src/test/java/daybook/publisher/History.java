package daybook.publisher;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * One random life of a venue, its publisher and its log, with every fault the ports allow, checked after every step.
 *
 * <p>Whatever happens, an event above the durable line is never on the log. As long as the log keeps what it acknowledged, all
 * up to the line, published or saved, is on the log. And when everybody has come back, every durable event is on the log, as the
 * journal has it, in the partition of its key.
 */
final class History {
    private static final int STEPS = 80;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Random random;
    private final Variants variant;
    private final boolean logLosesPower;
    private final MemoryJournal journal = new MemoryJournal();
    private final MemoryLog log;
    private final MemoryCheckpoint store = new MemoryCheckpoint();
    private Optional<JournalPublisher> publisher = Optional.empty();
    private long now;

    private History(long seed, Variants variant) {
        random = new Random(seed);
        this.variant = variant;
        logLosesPower = random.nextBoolean();
        log = new MemoryLog(random, 3, random.nextBoolean());
    }

    /** Lives through a history; says what must never happen and did, if something did. */
    static Optional<String> violation(long seed, Variants variant) {
        return new History(seed, variant).live();
    }

    private Optional<String> live() {
        try {
            for (int step = 0; step < STEPS; step++) {
                step();
                Optional<String> wrong = wrongNow();
                if (wrong.isPresent()) {
                    return Optional.of("step " + step + ": " + wrong.get());
                }
            }
            heal();
            return wrongAtTheEnd();
        } catch (PublisherException e) {
            return Optional.of("refused: " + e.getMessage());
        }
    }

    private void step() {
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> {
                journal.write(1 + random.nextInt(12));
                journal.force();
            }
            case 3 -> journal.write(1 + random.nextInt(6));
            case 4 -> log.away = random.nextInt(3) == 0;
            case 5 -> log.failing = random.nextInt(3) == 0 ? 0.2 : 0;
            case 6 -> kill();
            case 7 -> {
                kill();
                journal.crash();
            }
            case 8 -> {
                publisher.ifPresent(JournalPublisher::close);
                publisher = Optional.empty();
            }
            case 9 -> losePower();
            default -> {
                now += random.nextInt(10) * SECOND / 8;
                pump();
            }
        }
    }

    private void pump() {
        if (publisher.isEmpty()) {
            publisher = start();
        }
        publisher.ifPresent(JournalPublisher::pump);
    }

    private Optional<JournalPublisher> start() {
        // No process is started within the millisecond in which another one has died.
        now += SECOND / 1_000;
        PublisherPorts ports = new PublisherPorts(journal, log, store, () -> Instant.EPOCH.plusNanos(now), () -> now);
        PublisherSettings settings =
                new PublisherSettings(MemoryLog.TOPIC, true, 5, 15, Duration.ofSeconds(1), Duration.ofSeconds(1));
        try {
            return Optional.of(new JournalPublisher(variant.of(ports), settings));
        } catch (LogException e) {
            return Optional.empty();
        }
    }

    private void kill() {
        log.killProducer();
        publisher = Optional.empty();
    }

    private void losePower() {
        if (logLosesPower) {
            log.losePower(8);
        }
    }

    private void heal() {
        log.away = false;
        log.failing = 0;
        journal.force();
        for (int i = 0; i < 1_000; i++) {
            now += SECOND / 5;
            pump();
        }
    }

    private Optional<String> wrongNow() {
        Set<Long> there = new HashSet<>();
        for (int p = 0; p < log.partitionCount(); p++) {
            log.records(p).forEach(r -> there.add(EventRecord.seqOf(r)));
        }
        for (long seq : there) {
            if (seq > journal.durableSeq()) {
                return Optional.of("seq " + seq + " is on the log, durable is " + journal.durableSeq());
            }
        }
        long line = Math.max(
                store.load().line(),
                publisher.map(p -> p.status().publishedSeq()).orElse(0L));
        for (long seq = 1; !logLosesPower && seq <= line; seq++) {
            if (!there.contains(seq)) {
                return Optional.of("the line is " + line + ", but seq " + seq + " is not on the log");
            }
        }
        return Optional.empty();
    }

    private Optional<String> wrongAtTheEnd() {
        List<Event> history = journal.history();
        Set<Long> there = new HashSet<>();
        for (int p = 0; p < log.partitionCount(); p++) {
            for (LogRecord record : log.records(p)) {
                long seq = EventRecord.seqOf(record);
                there.add(seq);
                Event event = history.get((int) seq - 1);
                if (!Arrays.equals(record.value(), EventJson.toBytes(event))) {
                    return Optional.of("seq " + seq + " on the log is not the journal's");
                }
                if (Partitioner.partition(record.key(), log.partitionCount()) != p) {
                    return Optional.of("seq " + seq + " is in partition " + p);
                }
            }
        }
        for (long seq = 1; seq <= history.size(); seq++) {
            if (!there.contains(seq)) {
                return Optional.of("seq " + seq + " of " + history.size() + " is not on the log");
            }
        }
        return Optional.empty();
    }
}
