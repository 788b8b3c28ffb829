package daybook.lab.simulation;

import daybook.journal.SimDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The faults that are nobody's message: at each step of the schedule some may begin. */
final class Nemesis {
    private static final Map<Fault, SimDisk.Fault> OF_THE_DISK = Map.of(
            Fault.POWER_CUT, SimDisk.Fault.POWER_CUT,
            Fault.DISK_FAILS, SimDisk.Fault.FAIL,
            Fault.DISK_FAILS_AND_SAYS_CLEAN, SimDisk.Fault.FAIL_AND_MARK_CLEAN,
            Fault.DISK_LOSES_A_SECTOR, SimDisk.Fault.LOSE_ONE_SECTOR);
    private static final List<Fault> PLANNED =
            List.of(Fault.POWER_CUT, Fault.DISK_FAILS, Fault.DISK_FAILS_AND_SAYS_CLEAN, Fault.DISK_LOSES_A_SECTOR);

    private final World world;
    private final Faults faults;
    private final Chain chain;
    private @Nullable Fault planned;
    private int plannedAt;
    private int plannedRead = Integer.MAX_VALUE;
    private long fullUntilNs;
    private int refusedBefore;

    Nemesis(World world, Chain chain) {
        this.world = world;
        this.faults = world.faults;
        this.chain = chain;
    }

    /** What befalls everything but the venue's process. */
    void step() {
        clocks();
        if (!world.embedded) {
            broker();
        }
        for (SimDatabase database : world.databases.values()) {
            if (faults.strikes(Fault.DATABASE_AWAY)) {
                database.away(Duration.ofMillis(100 + faults.draw(5_000)));
            }
        }
        for (Service service : chain.services) {
            service(service);
        }
        if (faults.strikes(Fault.TAIL_REOPENED) && chain.reopenTail()) {
            faults.count(Fault.TAIL_REOPENED);
        }
    }

    private void clocks() {
        if (faults.happens(Fault.VENUE_CLOCK_BACK)) {
            world.time.venueClockJumps(-1_000_000L * (1 + faults.draw(3_600_000)));
        }
        if (faults.happens(Fault.VENUE_CLOCK_AHEAD)) {
            world.time.venueClockJumps(1_000_000L * (1 + faults.draw(3_600_000)));
        }
        if (faults.happens(Fault.DATABASE_CLOCK_JUMPS)) {
            world.time.databaseClockJumps(1_000_000L * (faults.draw(60_000) - 30_000));
        }
    }

    private void broker() {
        if (faults.strikes(Fault.BROKER_AWAY)) {
            world.broker.goAway(Duration.ofMillis(100 + faults.draw(8_000)));
        }
        if (faults.happens(Fault.BROKER_POWER_CUT)) {
            world.broker.cutPower();
        }
        if (faults.strikes(Fault.LEADER_CHANGED)) {
            world.broker.changeLeader();
        }
        if (faults.happens(Fault.TOPIC_MADE_AGAIN)) {
            world.broker.makeAgain();
        }
    }

    private void service(Service service) {
        if (!service.isRunning()) {
            return;
        }
        if (!world.embedded && faults.happens(Fault.SERVICE_KILLED)) {
            service.die(Duration.ofMillis(faults.draw(2_000)).toNanos());
        } else if (!service.isFrozen() && faults.happens(Fault.SERVICE_FROZEN)) {
            service.freeze(Duration.ofMillis(faults.draw(25_000)).toNanos(), faults.draw(2) == 0);
            if (service.name.equals("ledger")) {
                chain.startStandby();
            }
        }
    }

    /** Plans what the disk does at one of its next operations. */
    void planForTheDisk() {
        SimDisk disk = world.disk;
        for (Fault fault : PLANNED) {
            if (planned == null && faults.strikes(fault)) {
                planned = fault;
                plannedAt = disk.operations() + 1 + faults.draw(faults.draw(2) == 0 ? 6 : 60);
                disk.failAt(plannedAt, OF_THE_DISK.getOrDefault(fault, SimDisk.Fault.FAIL));
            }
        }
        if (plannedRead == Integer.MAX_VALUE && faults.strikes(Fault.DISK_READ_FAILS)) {
            int n = 1 + faults.draw(20);
            plannedRead = disk.reads() + n;
            disk.failRead(n);
        }
        if (fullUntilNs == 0 && faults.strikes(Fault.DISK_FULL)) {
            disk.limitBytes(disk.usedBytes() + faults.draw(4_000));
            refusedBefore = disk.refusedForSpace();
            fullUntilNs = world.time.nanos()
                    + Duration.ofMillis(500 + faults.draw(5_000)).toNanos();
        }
    }

    /** What the disk did since it was asked last. True if the process that uses it cannot be trusted to go on. */
    boolean didTheDiskFail() {
        boolean failed = false;
        if (planned != null && world.disk.operations() >= plannedAt) {
            faults.count(planned);
            failed = planned != Fault.POWER_CUT;
            planned = null;
        }
        if (world.disk.reads() >= plannedRead) {
            plannedRead = Integer.MAX_VALUE;
            faults.count(Fault.DISK_READ_FAILS);
            failed = true;
        }
        if (fullUntilNs != 0 && world.time.nanos() >= fullUntilNs) {
            room();
        }
        return failed;
    }

    private void room() {
        fullUntilNs = 0;
        world.disk.limitBytes(Long.MAX_VALUE);
        if (world.disk.refusedForSpace() > refusedBefore) {
            faults.count(Fault.DISK_FULL);
        }
    }

    /** The process ended, and with it what was planned. */
    void processEnded() {
        planned = null;
        plannedRead = Integer.MAX_VALUE;
    }

    /** Between two lives of the process: files that may be lost or rotten without harm. */
    void harmFiles() {
        SimDisk disk = world.disk;
        if (disk.exists(Venue.CHECKPOINT)) {
            if (faults.happens(Fault.CHECKPOINT_LOST)) {
                disk.delete(Venue.CHECKPOINT);
                disk.forceDirectory(Venue.DIRECTORY);
            } else if (faults.happens(Fault.CHECKPOINT_ROTTEN)) {
                flip(Venue.CHECKPOINT);
            }
        }
        Path snapshots = Venue.home(List.of()).snapshots();
        List<String> files = disk.list(snapshots);
        if (!files.isEmpty() && faults.happens(Fault.SNAPSHOT_ROTTEN)) {
            flip(snapshots.resolve(files.get(files.size() - 1)));
        }
    }

    private void flip(Path file) {
        int size = world.disk.bytes(file).length;
        if (size > 0) {
            world.disk.flipBit(file, faults.draw(size), faults.draw(8));
        }
    }

    void heal() {
        faults.heal();
        if (fullUntilNs != 0) {
            room();
        }
        world.broker.heal();
        world.databases.values().forEach(SimDatabase::heal);
        chain.heal();
    }
}
