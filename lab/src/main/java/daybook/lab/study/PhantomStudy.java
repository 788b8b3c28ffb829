package daybook.lab.study;

import daybook.delivery.CrashHook;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.RecordEffect;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Trade;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.FileDisk;
import daybook.lab.study.PhantomResult.Line;
import daybook.log.LogException;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherException;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Why nobody may see an event before it is durable: recovery gives its number to another. The venue's exchange loses its power
 * between the write and the force of a batch, once with a publisher that reads what is written and once with one that stops at
 * the durable line; it recovers, others trade, and a consumer that counts each event once is compared with the exchange's history.
 */
public final class PhantomStudy {
    private static final List<String> BEFORE = List.of("A-1", "A-2");
    private static final List<String> AFTER = List.of("A-3", "A-4");
    private static final int PARTITIONS = 3;
    private static final int LARGEST = 1_000;

    private final PhantomPlan plan;
    private final Workbench bench;

    public PhantomStudy(PhantomPlan plan, Workbench bench) {
        this.plan = plan;
        this.bench = bench;
    }

    /** @throws LabException if the log or the database fails */
    public List<PhantomResult> run() {
        List<PhantomResult> results = new ArrayList<>();
        for (Line line : Line.values()) {
            try {
                results.add(run(line));
            } catch (SQLException | LogException failed) {
                throw new LabException("phantom: " + failed.getMessage(), failed);
            }
        }
        return results;
    }

    private PhantomResult run(Line line) throws SQLException {
        String name = line.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String topic = bench.topic("phantom." + name, PARTITIONS).name();
        Path before = bench.directory().resolve("phantom-" + name);
        Path after = bench.directory().resolve("phantom-" + name + "-after");
        Path checkpoints = directory(bench.directory().resolve("phantom-" + name + "-checkpoint"));
        SplittableRandom random = new SplittableRandom(plan.seed());

        long published = liveUntilTheCut(line, new Places(topic, before, after, checkpoints), random);

        try (LabVenue venue = new LabVenue(new FileDisk(), after, "b", limits())) {
            boolean refused = refuses(publisher(topic, checkpoints, source(venue, new FileDisk(), 0)));
            trades(venue, AFTER, random);
            venue.work();
            pump(publisher(topic, checkpoints, source(venue, new FileDisk(), 0)).get());
            return compare(line, new Seen(published, refused, consume(name, topic)), venue.history());
        }
    }

    /** Where a run keeps what. */
    private record Places(String topic, Path before, Path after, Path checkpoints) {}

    /** What somebody has seen. */
    private record Seen(long published, boolean refused, Map<Long, Trade> trades) {}

    /** Returns the last event published. */
    private long liveUntilTheCut(Line line, Places places, SplittableRandom random) {
        PowerCut power = new PowerCut(new FileDisk());
        Disk disk = power.disk();
        LabVenue venue = new LabVenue(disk, places.before(), "a", limits());
        List<String> accounts = new ArrayList<>(BEFORE);
        accounts.addAll(AFTER);
        venue.prepare(accounts);
        venue.work();
        long owed = plan.durableEvents() - venue.exchange().durableSeq();
        for (; owed >= PhantomPlan.EVENTS_OF_A_TRADE; owed -= PhantomPlan.EVENTS_OF_A_TRADE) {
            venue.trade(BEFORE.get(0), BEFORE.get(1), 1L + random.nextInt(LARGEST));
        }
        for (; owed > 0; owed--) {
            venue.rest(BEFORE.get(0));
        }
        venue.work();
        power.arm(places.before(), places.after());
        trades(venue, BEFORE, random);
        venue.work();
        if (venue.exchange().failure().isEmpty() || venue.exchange().durableSeq() != plan.durableEvents()) {
            throw new LabException("the exchange lives on, or ends at another event than " + plan.durableEvents());
        }
        long unforced = line == Line.WHAT_IS_WRITTEN ? plan.writtenSeq() - plan.durableEvents() : 0;
        JournalPublisher publisher = publisher(places.topic(), places.checkpoints(), source(venue, disk, unforced))
                .get();
        pump(publisher); // it is killed with the machine: nothing is closed in order
        abandon(venue);
        return publisher.status().publishedSeq();
    }

    private static void abandon(LabVenue venue) {
        try {
            venue.close();
        } catch (DiskException gone) {
            // It was to be: this disk forces nothing any more.
        }
    }

    private void trades(LabVenue venue, List<String> accounts, SplittableRandom random) {
        for (int i = 0; i < plan.lostTrades(); i++) {
            venue.trade(accounts.get(0), accounts.get(1), 1L + random.nextInt(LARGEST));
        }
    }

    private LabVenue.Limits limits() {
        return new LabVenue.Limits(ExchangeSettings.DEFAULT, bench.nanos());
    }

    private static JournalEvents source(LabVenue venue, Disk disk, long unforced) {
        LongSupplier line = () -> venue.exchange().durableSeq() + unforced;
        return new JournalEvents(disk, venue.journal(), line);
    }

    private Supplier<JournalPublisher> publisher(String topic, Path checkpoints, JournalEvents source) {
        PublisherSettings settings =
                new PublisherSettings(topic, true, 1_000, 20_000, Duration.ZERO, Duration.ofSeconds(1));
        return () -> new JournalPublisher(
                new PublisherPorts(
                        source,
                        bench.log(),
                        new CheckpointFile(new FileDisk(), checkpoints, LabVenue.ID),
                        bench.clock(),
                        bench.nanos()),
                settings);
    }

    private static void pump(JournalPublisher publisher) {
        while (publisher.pump() > 0) {}
    }

    private static boolean refuses(Supplier<JournalPublisher> publisher) {
        try {
            pump(publisher.get());
            return false;
        } catch (PublisherException refused) {
            return true;
        }
    }

    /** Trades by their number, each number once: by the production consumer, with an inbox. */
    private Map<Long, Trade> consume(String name, String topic) throws SQLException {
        Map<Long, Trade> trades = new HashMap<>();
        String consumer = "lab-phantom-" + name;
        Inbox inbox = new Inbox(consumer, bench.clock());
        RecordEffect effect = (connection, record) -> {
            Event event = EventJson.readEvent(record.record().value());
            if (inbox.claim(connection, "x-" + event.seq()) && event instanceof Trade trade) {
                trades.put(trade.seq(), trade);
            }
        };
        Service.Reading reading =
                new Service.Reading(topic, PublicationPolicy.JOURNAL_TAIL, DeliveryMode.IDEMPOTENT, 100);
        try (Service service = new Service(bench, consumer, reading, effect)) {
            service.work(CrashHook.NONE);
        }
        return trades;
    }

    private PhantomResult compare(Line line, Seen seen, List<Event> history) {
        Set<Trade> made = new LinkedHashSet<>();
        history.forEach(event -> {
            if (event instanceof Trade trade) {
                made.add(trade);
            }
        });
        Set<Trade> phantom = new HashSet<>(seen.trades().values());
        phantom.removeAll(made);
        Set<Trade> missing = new HashSet<>(made);
        missing.removeAll(new HashSet<>(seen.trades().values()));
        return new PhantomResult(
                line,
                seen.published(),
                seen.refused(),
                phantom.size(),
                missing.size(),
                wrong(positions(made), positions(seen.trades().values())),
                PhantomResult.Expected.of(plan, line));
    }

    private static int wrong(Map<String, Long> truth, Map<String, Long> believed) {
        Set<String> accounts = new HashSet<>(truth.keySet());
        accounts.addAll(believed.keySet());
        return (int) accounts.stream()
                .filter(account -> !truth.getOrDefault(account, 0L).equals(believed.getOrDefault(account, 0L)))
                .count();
    }

    private static Map<String, Long> positions(Collection<Trade> trades) {
        Map<String, Long> positions = new HashMap<>();
        for (Trade trade : trades) {
            positions.merge(trade.buyAccountId(), trade.quantity(), Long::sum);
            positions.merge(trade.sellAccountId(), -trade.quantity(), Long::sum);
        }
        return positions;
    }

    private static Path directory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
