package daybook.lab.study;

/**
 * What became of the trades under one design.
 *
 * @param crashes that struck
 * @param lost stored and never announced
 * @param phantom announced and not stored
 * @param duplicatedOnTopic announcements beyond the first of a trade
 * @param duplicatedEffects trades that a consumer without memory has counted more than once
 */
public record OutboxResult(
        Design design,
        int crashes,
        long lost,
        long phantom,
        long duplicatedOnTopic,
        long duplicatedEffects,
        Expected expected) {

    /**
     * What must come out.
     *
     * @param lost and the others: bands of the counts
     */
    public record Expected(Band lost, Band phantom, Band duplicatedOnTopic, Band duplicatedEffects) {

        static Expected of(OutboxPlan plan, Design design, boolean logDropsCopies) {
            Band none = Band.exactly(0);
            Band struck = plan.struck();
            return switch (design) {
                case WRITE_THEN_PUBLISH -> new Expected(struck, none, none, none);
                case PUBLISH_THEN_WRITE -> new Expected(none, struck, none, none);
                case OUTBOX_WITHOUT_KEY -> new Expected(none, none, struck, struck);
                case OUTBOX -> new Expected(none, none, logDropsCopies ? none : struck, none);
            };
        }
    }

    public boolean inBand() {
        return expected.lost().holds((double) lost)
                && expected.phantom().holds((double) phantom)
                && expected.duplicatedOnTopic().holds((double) duplicatedOnTopic)
                && expected.duplicatedEffects().holds((double) duplicatedEffects);
    }
}
