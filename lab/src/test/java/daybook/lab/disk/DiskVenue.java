package daybook.lab.disk;

import daybook.delivery.Database;
import daybook.delivery.ServicePorts;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.exchange.Reply;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskLanes;
import daybook.journal.JournalPorts;
import daybook.journal.ProvenLine;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import daybook.posttrade.Suspects;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.ChargeSchedule;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerReader;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** One life of everything that keeps something on a disk, from the journal to the ledger, pumped by one thread. */
final class DiskVenue implements AutoCloseable {
    private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-0000000d15c0");
    private static final List<String> ACCOUNTS = List.of("A", "B", "C", "D");
    private static final ExchangeSettings SETTINGS = new ExchangeSettings(256, 64, 1 << 14, 16, Duration.ofMillis(100));

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Exchange exchange;
    private final JournalPublisher publisher;
    private final Capture capture;
    private final Ledger ledger;
    private final Database ledgerDatabase;

    private boolean failed;

    /** What clients were told, in this life and in those before: the seq of each accepted order */
    private final Map<String, Long> told;

    DiskVenue(Path root, Disk disk, Map<String, Long> told) {
        this.told = told;
        try {
            disk.createDirectories(root.resolve("db"));
            List<ProvenLine> proven = CheckpointFile.read(disk, root)
                    .map(saved -> List.of(new ProvenLine("publisher checkpoint", saved.line(), 0)))
                    .orElse(List.of());
            ExchangeHome home = new ExchangeHome(root, ID, 256 << 10, proven);
            exchange = opened(Exchange.open(
                    home,
                    SETTINGS,
                    new ExchangePorts(
                            new JournalPorts(disk, DiskLanes.INLINE),
                            () -> System.currentTimeMillis() * 1_000,
                            System::nanoTime,
                            () -> {},
                            RecoveryProgress.NONE)));
            EmbeddedLog log = opened(openLog(root, disk));
            publisher = opened(new JournalPublisher(
                    new PublisherPorts(
                            new JournalEvents(disk, home.journal(), exchange::durableSeq),
                            log,
                            new CheckpointFile(disk, root, ID),
                            InstantSource.system(),
                            System::nanoTime),
                    PublisherSettings.of(Topics.EXCHANGE_EVENTS.name())));
            ledgerDatabase = database(root, "ledger");
            capture = opened(new Capture(
                    ports(log, database(root, "capture")),
                    new Capture.Settings(
                            Topics.EXCHANGE_EVENTS.name(),
                            Topics.FILLS.name(),
                            ChargeSchedule.DEFAULT,
                            200,
                            Duration.ofDays(1))));
            ledger = opened(new Ledger(ports(log, ledgerDatabase), Topics.FILLS.name(), 200));
        } catch (RuntimeException | Error refused) {
            close();
            throw refused;
        }
    }

    private static EmbeddedLog openLog(Path root, Disk disk) {
        EmbeddedLogSettings.Sources sources =
                new EmbeddedLogSettings.Sources(InstantSource.system(), System::nanoTime, UUID::randomUUID);
        EmbeddedLog log = EmbeddedLog.open(
                disk,
                root.resolve("log"),
                EmbeddedLogSettings.of(sources)
                        .withSegments(new EmbeddedLogSettings.SegmentSize(256 << 10, 1_000, 16 << 10)));
        for (Topic topic : List.of(Topics.EXCHANGE_EVENTS, Topics.FILLS)) {
            log.createTopic(new TopicSpec(topic.name(), topic.partitions(), Retention.UNLIMITED));
        }
        return log;
    }

    private static Database database(Path root, String service) {
        return new SqliteDatabase(root.resolve("db").resolve(service + ".db"), Duration.ofSeconds(5));
    }

    private static ServicePorts ports(EmbeddedLog log, Database database) {
        return new ServicePorts(log, database, InstantSource.system(), System::nanoTime, "disk-venue");
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.push(part);
        return part;
    }

    /** What an operator does first. */
    void prepare() {
        submit("", new Command.ChangeInstrument(new Instrument("ABC", 2, 0, 2, 1, 1, 100, 0, 0, 0, "INR")));
        for (String account : ACCOUNTS) {
            submit("", new Command.ChangeAccount(new Account(account, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0)));
        }
        submit("", new Command.SetSession(SessionState.OPEN));
        pump();
    }

    /** Some orders, and a round of everything. */
    void trade(Random random, String names) {
        for (int i = random.nextInt(20); i >= 0; i--) {
            String id = names + "-" + told.size() + "-" + i;
            submit(
                    id,
                    new Command.NewOrder(
                            ACCOUNTS.get(random.nextInt(ACCOUNTS.size())),
                            id,
                            "ABC",
                            random.nextBoolean() ? Side.BUY : Side.SELL,
                            OrderType.LIMIT,
                            TimeInForce.GTC,
                            1_000 + random.nextInt(10),
                            1L + random.nextInt(5)));
        }
        pump();
    }

    private void submit(String id, Command command) {
        exchange.submit(command, reply -> {
            if (reply instanceof Reply.Decided decided
                    && !decided.events().isEmpty()
                    && decided.events().get(0) instanceof OrderAccepted accepted) {
                told.put(id, accepted.seq());
            }
        });
    }

    int pump() {
        try {
            return pumpAll();
        } catch (DiskException refused) {
            failed = true; // as a stage's thread does, it ends the process
            return 0;
        }
    }

    private int pumpAll() {
        int worked = exchange.pump();
        worked += exchange.snapshots().pump();
        worked += publisher.pump();
        worked += capture.pump();
        return worked + ledger.pump();
    }

    boolean hasFailed() {
        return failed || exchange.failure().isPresent();
    }

    /** Whether everything durable has been carried on to the ledger. */
    boolean isDrained() {
        return publisher.status().publishedSeq() >= exchange.durableSeq()
                && publisher.status().lag() == 0;
    }

    LedgerReader ledgerReader() {
        return new LedgerReader(ledgerDatabase, () -> Suspects.NONE);
    }

    String state() {
        return publisher.status() + " " + capture.status() + " " + capture.relayStatus() + " " + ledger.status();
    }

    /** On a dead disk this fails, part by part; every file is closed all the same. */
    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception dead) {
                // The next one too.
            }
        }
    }
}
