package daybook.lab.simulation;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process that runs one service, dies, freezes, and comes again. */
final class Service {

    /** Starts it; the clock is the process's own. */
    interface Opening {
        Running open(LongSupplier nanos);
    }

    /** One that is open: its rounds, and how it is. */
    record Running(IntSupplier pump, Supplier<String> state) {}

    final String name;
    final SimDatabase database;
    private final World world;
    private final Opening opening;
    private @Nullable Running running;
    private long downUntilNs;
    private long frozenUntilNs;
    /** It is frozen with its steady clock. */
    private boolean asleep;
    /** What its steady clock has missed while it was frozen. */
    private long missedNs;

    Service(String name, SimDatabase database, World world, Opening opening) {
        this.name = name;
        this.database = database;
        this.world = world;
        this.opening = opening;
    }

    boolean isRunning() {
        return running != null;
    }

    /** How it is, in words. */
    String state() {
        Running alive = running;
        return name + ": " + (alive == null ? "down" : alive.state().get());
    }

    boolean isFrozen() {
        return world.time.nanos() < frozenUntilNs;
    }

    /** One round, if it is alive; it is started if it is time. */
    int pump() {
        if (world.time.nanos() < downUntilNs || isFrozen()) {
            return 0;
        }
        try {
            Running alive = running;
            if (alive == null) {
                alive = opening.open(() -> world.time.nanos() - missedNs);
                running = alive;
            }
            return alive.pump().getAsInt();
        } catch (SimDatabase.Crash death) {
            die(200_000_000L);
            return 0;
        }
    }

    /** The process is gone; another is started after a while. */
    void die(long downNs) {
        running = null;
        frozenUntilNs = 0;
        downUntilNs = world.time.nanos() + downNs;
        database.processEnded();
    }

    /** Nothing of it happens for so long. */
    void freeze(long ns, boolean withItsClock) {
        frozenUntilNs = world.time.nanos() + ns;
        asleep = withItsClock;
        missedNs += withItsClock ? ns : 0;
    }

    void heal() {
        if (asleep && isFrozen()) {
            missedNs -= frozenUntilNs - world.time.nanos(); // it wakes up early, and no steady clock goes back
        }
        downUntilNs = 0;
        frozenUntilNs = 0;
    }
}
