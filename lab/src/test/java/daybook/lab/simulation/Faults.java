package daybook.lab.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** Which faults a history has, how often, and how many there were. A seed takes a subset of the kinds, some take none. */
final class Faults {
    private static final double[] MORE_OR_LESS = {0.3, 1, 1, 3};

    private final Random random;
    private final Map<Fault, Double> chance = new EnumMap<>(Fault.class);
    private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);
    private final Trace trace;
    private boolean healed;

    Faults(long seed, Trace trace) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        this.trace = trace;
        int share = random.nextInt(16) == 0 ? 0 : 25 + random.nextInt(76);
        for (Fault fault : Fault.values()) {
            boolean on = random.nextInt(100) < share;
            double factor = MORE_OR_LESS[random.nextInt(MORE_OR_LESS.length)];
            if (on) {
                chance.put(fault, Math.min(0.5, fault.chance * factor));
            }
        }
    }

    /** Draws whether it happens now. The caller lets it happen, and counts it when it changes something. */
    boolean strikes(Fault fault) {
        Double likely = healed ? null : chance.get(fault);
        return likely != null && random.nextDouble() < likely;
    }

    /** Draws whether it happens now, and counts it. */
    boolean happens(Fault fault) {
        boolean now = strikes(fault);
        if (now) {
            count(fault);
        }
        return now;
    }

    /** It has changed the run. */
    void count(Fault fault) {
        trace.add(fault.name(), counts.merge(fault, 1L, Long::sum));
    }

    /** How it goes on: below a bound, from the faults' own sequence. */
    int draw(int bound) {
        return random.nextInt(bound);
    }

    long seed() {
        return random.nextLong();
    }

    /** From now on nothing goes wrong any more. */
    void heal() {
        healed = true;
    }

    /** How often each kind has changed the run. */
    Map<Fault, Long> counts() {
        return new EnumMap<>(counts);
    }
}
