package daybook.lab.simulation;

import daybook.events.Topics;
import daybook.journal.SimDisk;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** What is there whoever dies: the clocks, the disk of the venue, the broker if there is one, the databases. */
final class World {
    static final String EVENTS = Topics.EXCHANGE_EVENTS.name();
    static final String FILLS = Topics.FILLS.name();
    static final Map<String, Integer> PARTITIONS = Map.of(
            EVENTS,
            Topics.EXCHANGE_EVENTS.partitions(),
            FILLS,
            Topics.FILLS.partitions(),
            EVENTS + ".dlq",
            1,
            FILLS + ".dlq",
            1);
    static final List<String> DATABASES = List.of("capture", "ledger", "board", "totals");

    final Parts parts;
    final Trace trace;
    final Faults faults;
    /** Of the schedule. */
    final Random random;

    final SimTime time = new SimTime();
    final SimDisk disk = new SimDisk();
    /** Whether the log is the embedded one, in the process of the venue, and all services with it; else a broker. */
    final boolean embedded;

    final SimBroker broker;
    final Map<String, SimDatabase> databases = new TreeMap<>();

    World(long seed, Parts parts, Trace trace, SimBroker.Cuts cuts) {
        this.parts = parts;
        this.trace = trace;
        this.faults = new Faults(seed, trace);
        this.random = new Random(seed);
        this.embedded = random.nextInt(3) == 0;
        this.broker = new SimBroker(faults, time, cuts);
        SimDatabase.World around = new SimDatabase.World(faults, time, trace);
        for (String service : DATABASES) {
            databases.put(service, new SimDatabase(service, around, sql -> parts.said(service, sql)));
        }
    }

    SimDatabase database(String service) {
        SimDatabase database = databases.get(service);
        if (database == null) {
            throw new IllegalArgumentException("database: " + service + " (expected: one of " + DATABASES + ")");
        }
        return database;
    }

    void close() {
        databases.values().forEach(SimDatabase::close);
    }
}
