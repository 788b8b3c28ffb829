package daybook.lab.study;

/**
 * What became of the trades behind one guard.
 *
 * @param lost never applied
 * @param duplicated applications beyond the first of a trade
 * @param expectedLost as the publisher's failures say
 * @param expectedDuplicated likewise
 */
public record WatermarkResult(Guard guard, long lost, long duplicated, long expectedLost, long expectedDuplicated) {
    public boolean inBand() {
        return lost == expectedLost && duplicated == expectedDuplicated;
    }
}
