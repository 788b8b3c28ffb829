package daybook.lab.simulation;

import org.jspecify.annotations.Nullable;

/** Something that must never happen did. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The class of what happened. */
    final String anomaly;

    Violation(String anomaly, String what, @Nullable Throwable cause) {
        super(anomaly + ": " + what, cause);
        this.anomaly = anomaly;
    }

    /** With what is needed to see it again. */
    Violation in(Simulation.Outcome outcome) {
        Violation told = new Violation(
                anomaly,
                String.valueOf(getMessage()).substring(anomaly.length() + 2) + "\nseed " + outcome.seed() + ", faults "
                        + outcome.faultCount() + " " + outcome.faults() + ", steps " + outcome.steps()
                        + ", hash " + outcome.hash(),
                getCause());
        told.setStackTrace(getStackTrace());
        return told;
    }
}
