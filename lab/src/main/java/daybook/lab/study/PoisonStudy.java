package daybook.lab.study;

import daybook.delivery.ConsumerOptions;
import daybook.delivery.DeadLetter;
import daybook.delivery.DeadLetterDesk;
import daybook.delivery.DeadLetters;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.delivery.ServiceStatus.Light;
import daybook.lab.study.PoisonResult.Handling;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A record that can never be processed, in the middle of a partition: what waits, what is marked, and what is wrong without anybody
 * knowing, by what the consumer does with it. Afterwards the consumer is repaired, and what was put aside is replayed.
 */
public final class PoisonStudy {
    /** So often a record is tried by a consumer that never gives up, before the experiment does. */
    static final int PATIENCE = 20;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_LETTERS = 100_000;
    private static final Duration MOMENT = Duration.ofMillis(20);
    private static final int IDLE_ROUNDS = 500;

    private final String label;
    private final PoisonPlan plan;
    private final Workbench bench;
    private final List<LabFill> fills;
    private final int[] accounts;

    /** @param label tells several of them on one bench apart */
    public PoisonStudy(String label, PoisonPlan plan, Workbench bench) {
        this.label = label;
        this.plan = plan;
        this.bench = bench;
        this.fills = LabFill.ofDay(plan.fills(), 1);
        this.accounts = fills.stream().mapToInt(LabFill::account).toArray();
    }

    /** @throws LabException if the log or the database fails */
    public List<PoisonResult> run() {
        String topic = bench.topic("poison-" + label, 1).name();
        List<PoisonResult> results = new ArrayList<>();
        try {
            publish(topic);
            for (Handling handling : Handling.values()) {
                results.add(run(handling, topic));
            }
        } catch (SQLException | LogException failed) {
            throw new LabException("poison: " + failed.getMessage(), failed);
        }
        return results;
    }

    private void publish(String topic) {
        try (Producer producer = bench.log().producer("lab-poison")) {
            Acknowledgements sent = new Acknowledgements();
            for (LabFill fill : fills) {
                byte[] body = plan.bad().contains(fill.id()) ? PoisonedEffects.BAD : fill.body();
                LogRecord record =
                        new LogRecord(fill.key(), body, List.of(), bench.clock().millis());
                producer.send(topic, OptionalInt.of(0), record, Producer.NO_SEQ, sent);
            }
            producer.flush();
            sent.require(topic, fills.size());
        }
    }

    private PoisonResult run(Handling handling, String topic) throws SQLException {
        String name = "lab-poison-" + label + "-"
                + handling.name().toLowerCase(Locale.ROOT).replace('_', '-');
        ShiftedNanos time = ShiftedNanos.standing();
        Workbench onItsOwnTime = bench.on(time);
        StoredEffects stored = new StoredEffects(plan.fills(), Optional.of(new Inbox(name, bench.clock())));
        PoisonedEffects effects =
                new PoisonedEffects(handling, stored, fills, plan.bad().first());
        Service.Reading reading = new Service.Reading(topic, DeliveryMode.IDEMPOTENT, plan.batch());
        try (Service service = new Service(onItsOwnTime, name, reading, effects)) {
            pump(service, time, effects);
            int[] before = stored.counts(service.writer());
            DeadLetterDesk desk = new DeadLetterDesk(bench.clock());
            List<DeadLetter> parked = desk.list(service.writer().connection(), false, MOST_LETTERS);
            Set<String> suspect = suspects(service, name);
            boolean held = service.status().light() == Light.RED;

            effects.repair();
            for (DeadLetter letter : parked) {
                desk.askReplay(service.writer().transaction(), letter, 1, "lab");
            }
            service.writer().commit();
            time.pass(LONGEST_PAUSE); // a service looks for what was asked a few times a second
            for (int i = 0; i <= parked.size(); i++) {
                service.pump();
            }
            pump(service, time, effects);

            return new PoisonResult(
                    handling,
                    plan,
                    applied(before),
                    held ? waiting(before) : 0,
                    held ? waitingOfOthers(before) : 0,
                    parked.stream().map(letter -> letter.record().offset()).toList(),
                    effects.attempts(),
                    suspect.size(),
                    held ? 0 : unmarked(before, suspect),
                    applied(stored.counts(service.writer())),
                    PoisonResult.Expected.of(plan, handling, plan.badKeys(accounts), ConsumerOptions.DEFAULT_ATTEMPTS));
        }
    }

    /** Until everything was passed, or nothing goes on. A log of its own process may need a few rounds before it gives records. */
    private void pump(Service service, ShiftedNanos time, PoisonedEffects effects) throws SQLException {
        TopicPartition place = new TopicPartition(service.topic(), 0);
        int idle = 0;
        while (!service.hasPassed(place, plan.records()) && !effects.isGivenUp() && idle < IDLE_ROUNDS) {
            int triedBefore = effects.attempts();
            boolean worked = service.pump() > 0 || effects.attempts() > triedBefore;
            if (service.status().light() == Light.RED) {
                time.pass(LONGEST_PAUSE);
            }
            idle = worked ? 0 : idle + 1;
            if (!worked) {
                bench.time().passing().pass(MOMENT); // a cluster takes its time
            }
        }
    }

    private Set<String> suspects(Service service, String name) throws SQLException {
        Set<String> keys = new HashSet<>();
        for (byte[] key : DeadLetters.suspectKeys(service.writer().connection(), name)) {
            keys.add(new String(key, StandardCharsets.US_ASCII));
        }
        return keys;
    }

    private static int applied(int[] counts) {
        return (int) Arrays.stream(counts).filter(count -> count == 1).count();
    }

    private int waiting(int[] counts) {
        int waiting = 0;
        for (int offset = 0; offset < counts.length; offset++) {
            waiting += counts[offset] == 0 && !plan.bad().contains(offset) ? 1 : 0;
        }
        return waiting;
    }

    private int waitingOfOthers(int[] counts) {
        Set<Integer> bad = new HashSet<>();
        plan.bad().forEach(offset -> bad.add(accounts[offset]));
        int waiting = 0;
        for (int offset = 0; offset < counts.length; offset++) {
            waiting += counts[offset] == 0 && !bad.contains(accounts[offset]) ? 1 : 0;
        }
        return waiting;
    }

    private int unmarked(int[] counts, Set<String> suspect) {
        Set<Integer> unmarked = new HashSet<>();
        for (int offset = 0; offset < counts.length; offset++) {
            String key = new String(fills.get(offset).key(), StandardCharsets.US_ASCII);
            if (counts[offset] == 0 && !suspect.contains(key)) {
                unmarked.add(accounts[offset]);
            }
        }
        return unmarked.size();
    }
}
