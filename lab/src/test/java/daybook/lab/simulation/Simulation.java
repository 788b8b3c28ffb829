package daybook.lab.simulation;

import daybook.events.Command;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeRefusedException;
import daybook.exchange.pipeline.ReplayDifferenceException;
import daybook.journal.DiskException;
import daybook.journal.JournalException;
import daybook.journal.SimDisk;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.publisher.PublisherException;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of a venue and all that is behind it, decided by a seed: the production classes, pumped by one thread in random order,
 * on a simulated disk, clock, network, broker and database.
 *
 * <p>First faults happen and the invariants are judged after each crash; then everything is healed, and the system must converge
 * within {@link #PATIENCE}. What did not hold is a {@link Violation}.
 */
final class Simulation {
    /** So long, in simulated time, convergence may take once nothing goes wrong any more. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Everything must stay as it is for so long before it counts. */
    private static final long QUIET_NS = Duration.ofSeconds(3).toNanos();

    private static final int MOST_STARTS = 200;
    private static final int ACTORS = 24;
    private static final int LOOK_EVERY = 16;

    /** What one history was like. */
    record Outcome(
            long seed, Map<Fault, Long> faults, long steps, long simulatedNs, long events, long starts, String hash) {

        /** How many there were. */
        long faultCount() {
            return faults.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final long seed;
    private final World world;
    private final Recording recording;
    private final Clients clients;
    private final Chain chain;
    private final Nemesis nemesis;
    private final Judge judge;
    private @Nullable Venue venue;
    private long venueUpAtNs;
    private long venueEndsAtNs = Long.MAX_VALUE;
    private long steps;
    private long restarts;
    private boolean opened;

    private Simulation(long seed, Parts parts, Trace trace) {
        this.seed = seed;
        this.world = new World(seed, parts, trace, this::cut);
        this.recording = new Recording(World.PARTITIONS, world.broker::takeRepositioned, this::cursor);
        this.clients = new Clients(world.random, world.faults, world.time, 40 + world.random.nextInt(60));
        this.chain = new Chain(world, recording, this::embeddedLog);
        this.nemesis = new Nemesis(world, chain);
        this.judge = new Judge(world, recording, clients);
        World.PARTITIONS.forEach(
                (topic, count) -> world.broker.create(new TopicSpec(topic, count, Retention.UNLIMITED)));
    }

    /** Lives through a history. {@link Violation} if something did not hold. */
    static Outcome run(long seed, Parts parts) {
        Trace trace = new Trace(false);
        Simulation simulation = new Simulation(seed, parts, trace);
        try {
            simulation.live();
            return simulation.outcome(trace);
        } catch (Violation e) {
            throw e.in(simulation.outcome(trace));
        } catch (JournalException
                | ExchangeRefusedException
                | ReplayDifferenceException
                | PublisherException
                | LogException e) {
            throw new Violation("REFUSED", String.valueOf(e.getMessage()), e).in(simulation.outcome(trace));
        } catch (RuntimeException | StackOverflowError e) {
            throw new Violation("UNEXPECTED", String.valueOf(e), e).in(simulation.outcome(trace));
        } finally {
            simulation.world.close();
        }
    }

    private Outcome outcome(Trace trace) {
        return new Outcome(
                seed, world.faults.counts(), steps, world.time.nanos(), judge.events(), restarts, trace.hash());
    }

    private void live() {
        int most = 300 + world.random.nextInt(400);
        while (steps < most) {
            step();
        }
        nemesis.heal();
        if (venue != null) {
            endVenue(false);
        }
        venueUpAtNs = 0;
        // No broker stops, goes back and answers again in less than a second, not even a healed one.
        world.time.pass(Duration.ofSeconds(2));
        converge();
        judge.atTheEnd(current());
    }

    private void step() {
        steps++;
        int ms = world.random.nextInt(20) == 0 ? world.random.nextInt(1_500) : 1 + world.random.nextInt(100);
        world.time.pass(Duration.ofMillis(ms));
        world.broker.tick();
        clients.tick();
        onTheDisk(nemesis::step);
        if (venue != null) {
            nemesis.planForTheDisk();
            if (world.faults.happens(Fault.VENUE_KILLED) || world.time.nanos() >= venueEndsAtNs) {
                endVenue(false);
            }
        }
        act(world.random.nextInt(ACTORS));
        if (nemesis.didTheDiskFail()) {
            endsSoon();
        }
        if (steps % LOOK_EVERY == 0 && venue != null) {
            inVenue("commits", () -> judge.lookAtCommits(venue));
        }
    }

    private void act(int actor) {
        if (actor < 5) {
            inVenue("clients", this::trade);
        } else if (actor < 10) {
            inVenue("exchange", this::pumpExchange);
        } else if (actor < 14) {
            inVenue("publisher", this::pumpPublisher);
        } else if (actor < 22) {
            Service service = chain.services.get((actor - 14) / 2);
            inVenue(service.name, () -> chain.pump(service));
        } else if (actor < 23) {
            inVenue("tail", chain::pumpTail);
        } else {
            inVenue("standby", chain::pumpStandby);
        }
    }

    /** All that can touch the venue's disk: it may die of it. */
    private void inVenue(String who, IntSupplier pump) {
        onTheDisk(() -> {
            if (venue == null && world.time.nanos() >= venueUpAtNs) {
                startVenue();
            }
            world.trace.add(who, pump.getAsInt());
        });
    }

    /** What its disk refuses ends the venue. */
    private void onTheDisk(Runnable work) {
        try {
            work.run();
        } catch (SimDisk.PowerCut cut) {
            world.trace.add("power cut", world.disk.operations());
            nemesis.didTheDiskFail();
            endVenue(true);
        } catch (DiskException e) {
            world.trace.add("disk", world.disk.operations());
            nemesis.didTheDiskFail();
            endVenue(false);
        }
    }

    private int trade() {
        Venue current = venue;
        if (current == null) {
            return 0;
        }
        clients.act(current.exchange);
        return 1;
    }

    private int pumpExchange() {
        Venue current = venue;
        if (current == null) {
            return 0;
        }
        int done = current.exchange.pump();
        current.exchange.snapshots().pump();
        if (current.exchange.failure().isPresent()) {
            Throwable why = current.exchange.failure().get();
            if (why instanceof SimDisk.PowerCut cut) {
                throw cut;
            }
            if (!(why instanceof DiskException)) {
                throw new Violation("UNEXPECTED", why.toString(), why);
            }
            endsSoon();
        }
        return done;
    }

    private int pumpPublisher() {
        Venue current = venue;
        if (current == null) {
            return 0;
        }
        int done = current.publisher.pump();
        if (current.publisher.status().connected()) {
            recording.of(World.EVENTS).line(current.publisher.status().publishedSeq());
        }
        return done;
    }

    private void startVenue() {
        if (++restarts > MOST_STARTS) {
            throw new Violation("REFUSED", restarts + " starts", null);
        }
        if (restarts > 1) {
            nemesis.harmFiles();
        }
        Venue started = Venue.start(world, recording);
        venue = started;
        venueEndsAtNs = Long.MAX_VALUE;
        judge.afterStart(started.exchange);
        if (!opened) {
            open(started.exchange);
        }
    }

    /** The operator lists instruments and accounts, and opens the session. */
    private void open(Exchange exchange) {
        for (Command command : Clients.opening()) {
            clients.direct(exchange, command);
        }
        for (int i = 0; i < 50; i++) {
            exchange.pump();
        }
        opened = true;
    }

    /** The process cannot go on; it does a little more before it is ended. */
    private void endsSoon() {
        venueEndsAtNs = Math.min(venueEndsAtNs, world.time.nanos() + 1_000_000L * world.random.nextInt(300));
    }

    private void endVenue(boolean powerCut) {
        venue = null;
        venueUpAtNs = world.time.nanos() + 1_000_000L * world.random.nextInt(2_000);
        nemesis.processEnded();
        if (powerCut) {
            world.disk.crash(world.faults.seed());
        } else {
            world.disk.restart();
        }
        if (world.embedded) {
            chain.processEnded();
        }
    }

    private void converge() {
        long giveUpNs = world.time.nanos() + PATIENCE.toNanos();
        long quietSinceNs = Long.MAX_VALUE;
        while (world.time.nanos() - quietSinceNs < QUIET_NS) {
            if (world.time.nanos() > giveUpNs) {
                throw new Violation("NOT_CONVERGED", judge.unfinished(venue) + "; " + chain.state(), null);
            }
            steps++;
            clients.tick();
            for (int actor = 0; actor < ACTORS; actor++) {
                act(actor);
            }
            world.time.pass(Duration.ofMillis(250));
            boolean converged = clients.isDone() && judge.unfinished(venue).isEmpty();
            quietSinceNs = converged ? Math.min(quietSinceNs, world.time.nanos()) : Long.MAX_VALUE;
        }
    }

    private Venue current() {
        Venue current = venue;
        if (current == null) {
            throw new Violation("NOT_CONVERGED", "the venue is down", null);
        }
        return current;
    }

    private @Nullable Log embeddedLog() {
        Venue current = venue;
        return current == null ? null : current.log;
    }

    private void cut(TopicPartition place, long end) {
        recording.of(place.topic()).cut(place.partition(), end);
    }

    private long cursor(String group, TopicPartition place) {
        return judge.cursor(group, place);
    }
}
