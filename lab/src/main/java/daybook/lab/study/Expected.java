package daybook.lab.study;

import daybook.delivery.DeliveryMode;

/**
 * What the crash study must find, from its parameters alone.
 *
 * <p>A batch of {@code k} records has {@code k + 1} steps. A crash at step {@code j} of a batch leaves {@code k - j} records
 * unprocessed, which is what is lost if the cursor has moved already, and {@code j} processed ones, which is what repeats if it has
 * not. After a crash a batch begins, so {@code j} is the number of steps to the next crash, modulo {@code k + 1}. Of {@code c} crashes
 * drawn from {@code s} steps without repeats that number is {@code g} with probability C(s-1-g, c-1) / C(s, c). Where crashes are
 * rare, {@code j} is {@code k / 2} on average.
 */
public record Expected(Band crashes, Band lostPerCrash, Band duplicatedPerCrash) {

    static Expected of(CrashPlan plan, DeliveryMode mode) {
        double drawn = plan.days() * (double) plan.crashes();
        Position position = Position.of(plan);
        Band most = new Band(0, position.batch);
        return switch (mode) {
            case AT_MOST_ONCE -> {
                Band crashes = crashesWithLoss(plan, position.batch - position.mean);
                Band lost = Band.ofMean(
                        position.batch - position.mean, position.deviation, (int) crashes.low(), most.high());
                yield new Expected(crashes, lost, Band.exactly(0));
            }
            case AT_LEAST_ONCE ->
                new Expected(
                        Band.exactly(drawn),
                        Band.exactly(0),
                        Band.ofMean(position.mean, position.deviation, (int) drawn, most.high()));
            case ATOMIC, IDEMPOTENT -> new Expected(Band.exactly(drawn), Band.exactly(0), Band.exactly(0));
        };
    }

    /**
     * What is lost makes a day shorter, so that crashes that were drawn for its end never come. With {@code c} a day, each taking
     * {@code m} steps away from {@code s}, it is {@code c / (1 + c m / s)} of them that come.
     */
    private static Band crashesWithLoss(CrashPlan plan, double lostSteps) {
        double drawn = plan.crashes();
        double shortened = drawn * lostSteps / plan.steps();
        double coming = drawn / (1 + shortened);
        // The missed ones of a day spread like independent ones, and a little more: how much is lost varies too.
        double deviation = Math.sqrt(plan.days() * (drawn - coming) * (1 + shortened)) + 1;
        return Band.ofSum(plan.days() * coming, deviation, plan.days() * drawn);
    }

    /** Where in its batch a crash comes. */
    private record Position(int batch, double mean, double deviation) {

        static Position of(CrashPlan plan) {
            int batch = Math.min(plan.batch(), plan.fills());
            int steps = plan.steps();
            int crashes = plan.crashes();
            double probability = crashes / (double) steps;
            double mean = 0;
            double square = 0;
            for (int gap = 0; probability > 0 && gap <= steps - crashes; gap++) {
                double place = gap % (batch + 1);
                mean += probability * place;
                square += probability * place * place;
                probability *= (steps - crashes - gap) / (double) (steps - 1 - gap);
            }
            return new Position(batch, mean, Math.sqrt(Math.max(0, square - mean * mean)));
        }
    }
}
