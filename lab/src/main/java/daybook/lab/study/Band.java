package daybook.lab.study;

/** Where a figure must lie, both ends included. */
public record Band(double low, double high) {
    /** One run in a hundred thousand lies outside by chance. */
    private static final double SIGMAS = 4.5;

    /** Nothing but this. */
    static Band exactly(double value) {
        return new Band(value, value);
    }

    /** Around the mean of {@code count} draws, and never outside of what a single draw can be. */
    static Band ofMean(double mean, double deviation, int count, double most) {
        double reach = SIGMAS * deviation / Math.sqrt(Math.max(1, count));
        return new Band(Math.max(0, mean - reach), Math.min(most, mean + reach));
    }

    /** Around a sum with this mean and deviation. */
    static Band ofSum(double mean, double deviation, double most) {
        return new Band(Math.max(0, mean - SIGMAS * deviation), Math.min(most, mean + SIGMAS * deviation));
    }

    public boolean holds(double value) {
        return value >= low && value <= high;
    }
}
