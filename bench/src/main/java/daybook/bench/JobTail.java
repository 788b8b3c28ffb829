package daybook.bench;

/**
 * The slowest jobs of a contestant.
 *
 * @param times which it fills
 */
record JobTail(Contestant contestant, JobTimes times) implements Contestant {
    @Override
    public String name() {
        return contestant.name();
    }

    @Override
    public double run() throws Exception {
        times.forget();
        double rate = contestant.run();
        System.err.printf("%s: p50 %,.0f us at %,.0f jobs/s%n", name(), times.micros(50), rate);
        return times.micros(99);
    }
}
