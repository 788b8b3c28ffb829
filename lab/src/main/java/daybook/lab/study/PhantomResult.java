package daybook.lab.study;

/**
 * What a consumer that does everything right was left with.
 *
 * @param publishedAtTheCut last event that was published when the power went
 * @param refusedAtRestart whether the publisher, started on the recovered journal before anybody traded, saw that something was wrong
 * @param phantomTrades that the consumer has counted and the exchange never made
 * @param missingTrades that the exchange has made and the consumer has not counted
 * @param wrongPositions of an account, that differ from the exchange's
 * @param expected all of the above
 */
public record PhantomResult(
        Line publishes,
        long publishedAtTheCut,
        boolean refusedAtRestart,
        int phantomTrades,
        int missingTrades,
        int wrongPositions,
        Expected expected) {

    /** Up to where the publisher reads the journal. */
    public enum Line {
        /** Whatever has been written. */
        WHAT_IS_WRITTEN,
        /** What survives a crash. */
        WHAT_IS_DURABLE
    }

    /** What must come out. */
    public record Expected(long publishedAtTheCut, int phantomTrades, int missingTrades, int wrongPositions) {
        /** Two accounts have traded what was lost, two others what came instead. */
        private static final int ACCOUNTS = 4;

        static Expected of(PhantomPlan plan, Line line) {
            return switch (line) {
                case WHAT_IS_WRITTEN -> new Expected(plan.writtenSeq(), plan.lostTrades(), plan.lostTrades(), ACCOUNTS);
                case WHAT_IS_DURABLE -> new Expected(plan.durableEvents(), 0, 0, 0);
            };
        }
    }

    public boolean inBand() {
        return publishedAtTheCut == expected.publishedAtTheCut
                && phantomTrades == expected.phantomTrades
                && missingTrades == expected.missingTrades
                && wrongPositions == expected.wrongPositions
                && refusedAtRestart == (phantomTrades > 0);
    }
}
