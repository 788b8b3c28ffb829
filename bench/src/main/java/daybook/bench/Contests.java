package daybook.bench;

import daybook.bench.ours.BadClients;
import daybook.bench.ours.CheckTopic;
import daybook.bench.ours.DurablePath;
import daybook.bench.ours.EngineAlone;
import daybook.bench.ours.FanOut;
import daybook.bench.ours.HubServer;
import daybook.bench.ours.JobPush;
import daybook.bench.ours.JobWork;
import daybook.bench.ours.JournalAppend;
import daybook.bench.ours.Json;
import daybook.bench.ours.LedgerService;
import daybook.bench.ours.LogAppend;
import daybook.bench.ours.LogRead;
import daybook.bench.ours.Publishing;
import daybook.bench.ours.PublishingToKafka;
import daybook.bench.ours.Recovery;
import daybook.bench.peers.BareJdbc;
import daybook.bench.peers.ChronicleQueuePeer;
import daybook.bench.peers.DbSchedulerPush;
import daybook.bench.peers.DbSchedulerWork;
import daybook.bench.peers.JacksonStreaming;
import daybook.bench.peers.ParityMatch;
import daybook.bench.peers.PlainJetty;
import daybook.bench.peers.RawFile;
import daybook.bench.peers.RawKafkaProducer;
import daybook.bench.peers.RawRead;
import daybook.bench.workload.FillStream;
import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import daybook.journal.FileDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Every contest, by id; each is set up only when it is its turn, so that none weighs on another. */
final class Contests {
    private static final String COMMANDS = "commands/s";
    private static final String RECORDS = "records/s";
    private static final int RECORD_BYTES = 200;
    private static final int WORKERS = 8;
    private static final int JOBS = 5_000;
    private static final int MANY = 1_000_000;

    private final int commands;
    private final List<Planned> all = new ArrayList<>();

    /** A contest to come. */
    record Planned(String id, Callable<Contest> contest) {}

    /** @param commands how long each stream is */
    Contests(int commands) {
        this.commands = commands;
    }

    List<Planned> all() {
        plan("durable-flow-16", id -> durable(id, WorkloadGenerator.flow(16, commands)));
        plan("durable-flow-1", id -> durable(id, WorkloadGenerator.flow(1, commands)));
        plan("engine-flow-1", id -> engine(id, WorkloadGenerator.flow(1, commands)));
        plan("engine-flow-16", id -> engine(id, WorkloadGenerator.flow(16, commands)));
        plan("engine-move-1", id -> engine(id, WorkloadGenerator.move(1, commands)));
        plan("engine-move-16", id -> engine(id, WorkloadGenerator.move(16, commands)));
        storage();
        json();
        recovery();
        backbone();
        sockets();
        for (int batch : new int[] {100, 500, 1_000}) {
            plan("ledger-" + batch, id -> ledger(id, batch, Store.SQLITE));
        }
        plan("postgres-ledger-500", id -> ledger(id, 500, Store.postgres()));
        jobs();
        return all;
    }

    private interface Maker {
        Contest make(String id) throws Exception;
    }

    private void plan(String id, Maker maker) {
        all.add(new Planned(id, () -> maker.make(id)));
    }

    private static Contest durable(String id, Workload w) throws Exception {
        return new Contest(
                id,
                "Order to durable reply, " + w.name() + ": ring, matching, journal, force, reply",
                COMMANDS,
                true,
                new DurablePath(w),
                List.of(
                        PeerLoader.exchangeCore(w, false, "YIELDING"),
                        PeerLoader.exchangeCore(w, false, "BLOCKING"),
                        PeerLoader.exchangeCore(w, true, "YIELDING")));
    }

    private static Contest engine(String id, Workload w) {
        return new Contest(
                id,
                "Matching alone, one thread, " + w.name(),
                COMMANDS,
                true,
                new EngineAlone(w),
                List.of(new ParityMatch(w)));
    }

    private void storage() {
        for (int perForce : new int[] {10, 100, 1_000}) {
            int records = perForce * 1_000;
            plan(
                    "journal-" + perForce,
                    id -> new Contest(
                            id,
                            "Journal, 128-byte entries, a force every " + perForce,
                            RECORDS,
                            true,
                            new JournalAppend(records, 128, perForce),
                            List.of(new RawFile(records, 128, perForce))));
        }
        plan(
                "log-100",
                id -> new Contest(
                        id,
                        "Embedded log, 200-byte records, a force every 100",
                        RECORDS,
                        true,
                        new LogAppend("Daybook log", new FileDisk(), 200_000, RECORD_BYTES, 100),
                        List.of(
                                new RawFile(200_000, RECORD_BYTES, 100),
                                new ChronicleQueuePeer(200_000, RECORD_BYTES, 100))));
        plan(
                "log-1000",
                id -> new Contest(
                        id,
                        "Embedded log, 200-byte records, a force every 1,000",
                        RECORDS,
                        true,
                        new LogAppend("Daybook log", new FileDisk(), 1_000_000, RECORD_BYTES, 1_000),
                        List.of(
                                new RawFile(1_000_000, RECORD_BYTES, 1_000),
                                new ChronicleQueuePeer(1_000_000, RECORD_BYTES, 1_000))));
        plan(
                "log-read",
                id -> new Contest(
                        id,
                        "Embedded log, reading 200-byte records from the start, warm",
                        RECORDS,
                        true,
                        new LogRead(1_000_000, RECORD_BYTES),
                        List.of(new RawRead(1_000_000, RECORD_BYTES))));
    }

    private void recovery() {
        plan("recovery-replay", id -> {
            Workload w = WorkloadGenerator.flow(16, commands);
            return new Contest(
                    id,
                    "Recovery by replay, no snapshot, flow-16: every checksum, command and event",
                    COMMANDS,
                    true,
                    new Recovery(w, false, true),
                    List.of(new EngineAlone(w)));
        });
        plan("recovery-snapshot", id -> {
            Workload w = WorkloadGenerator.flow(16, 3 * commands);
            return new Contest(
                    id,
                    "Recovery from a snapshot, flow-16, three times as many commands",
                    "ms",
                    false,
                    new Recovery(w, true, false),
                    List.of(new Recovery(w, false, false)));
        });
    }

    private void backbone() {
        plan("publisher", id -> {
            Publishing ours = new Publishing(WorkloadGenerator.flow(16, commands / 2));
            return new Contest(
                    id,
                    "Publisher: a backlog in the journal, to the embedded log",
                    "events/s",
                    true,
                    ours,
                    List.of(new RawFile(ours.events(), ours.recordBytes(), 1_000)));
        });
        plan("kafka-publisher", id -> {
            PublishingToKafka ours = new PublishingToKafka(WorkloadGenerator.flow(16, commands), "backlog");
            return new Contest(
                    id,
                    "Publisher: a backlog in the journal, to a real broker",
                    "events/s",
                    true,
                    ours,
                    List.of(new RawKafkaProducer("backlog", ours.events())));
        });
        plan(
                "check",
                id -> new Contest(
                        id,
                        "The check: the topic against the journal",
                        "events/s",
                        true,
                        new CheckTopic(WorkloadGenerator.flow(16, commands / 2)),
                        List.of()));
    }

    private void sockets() {
        plan(
                "sockets-cpu",
                id -> new Contest(
                        id,
                        "Sockets: 1,000 clients, 50 messages/s each, CPU per frame",
                        "us",
                        false,
                        new FanOut("Daybook sockets", HubServer::new, FanOut.Figure.CPU, FanOut.Disturbance.NONE),
                        List.of(new FanOut(
                                "plain Jetty", PlainJetty::new, FanOut.Figure.CPU, FanOut.Disturbance.NONE))));
        plan(
                "sockets-bad-clients",
                id -> new Contest(
                        id,
                        "Sockets: p99 of the others beside one that does not read and 1,000 unfinished handshakes",
                        "us",
                        false,
                        new FanOut("Daybook, disturbed", HubServer::new, FanOut.Figure.P99, new BadClients()),
                        List.of(new FanOut(
                                "Daybook, undisturbed", HubServer::new, FanOut.Figure.P99, FanOut.Disturbance.NONE))));
    }

    private void jobs() {
        JobLoad backlog = new JobLoad(WORKERS, JOBS, 0, 0);
        plan(
                "jobs-push",
                id -> new Contest(
                        id,
                        "Jobs pushed one by one, " + WORKERS + " at once, PostgreSQL",
                        "jobs/s",
                        true,
                        new JobPush(backlog, Store.postgres()),
                        List.of(new DbSchedulerPush(backlog, Store.postgres()))));
        plan("jobs-work", id -> {
            JobTimes times = new JobTimes();
            return new Contest(
                    id,
                    "Jobs that do nothing, reserved and done by " + WORKERS + " workers, PostgreSQL",
                    "jobs/s",
                    true,
                    new JobWork(backlog, Store.postgres(), true, times),
                    List.of(
                            new DbSchedulerWork(backlog, Store.postgres(), times),
                            new JobWork(backlog, Store.postgres(), false, times)));
        });
        plan("jobs-p99", id -> {
            JobTimes times = new JobTimes();
            return new Contest(
                    id,
                    "The same, from the handing-out of a job until it is durably done, p99",
                    "us",
                    false,
                    new JobTail(new JobWork(backlog, Store.postgres(), true, times), times),
                    List.of(
                            new JobTail(new DbSchedulerWork(backlog, Store.postgres(), times), times),
                            new JobTail(new JobWork(backlog, Store.postgres(), false, times), times)));
        });
        plan("jobs-million", id -> {
            JobTimes times = new JobTimes();
            JobLoad million = new JobLoad(WORKERS, JOBS, MANY / 2, MANY / 2);
            return new Contest(
                    id,
                    "The same beside 1,000,000 jobs that wait, half of them for their time",
                    "jobs/s",
                    true,
                    new JobWork(million, Store.postgres(), true, times),
                    List.of(new JobWork(backlog, Store.postgres(), true, times)));
        });
    }

    private void json() {
        json("json-encode", "A trade as JSON, written", Json.Work.WRITE);
        json("json-decode", "A trade as JSON, read", Json.Work.READ);
        json("json-decode-any-order", "A trade as JSON, read, fields in another order", Json.Work.READ_ANY_ORDER);
    }

    private void json(String contest, String title, Json.Work work) {
        plan(
                contest,
                id -> new Contest(
                        id,
                        title,
                        "ns",
                        false,
                        new Json(work, commands),
                        List.of(new JacksonStreaming(work, commands))));
    }

    private static Contest ledger(String id, int batch, Store store) {
        FillStream fills = new FillStream(100_000);
        return new Contest(
                id,
                "Ledger, log to durable positions, " + store.label() + ", batches of " + batch + " fills",
                "fills/s",
                true,
                new LedgerService(fills, batch, store),
                List.of(new BareJdbc(fills, batch, store)));
    }
}
