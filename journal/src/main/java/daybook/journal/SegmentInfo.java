package daybook.journal;

/**
 * A segment file, by its header.
 *
 * @param file its name
 * @param engineVersion version of the rules its events were made by
 * @param baseBatch number of its first batch
 * @param baseCommandSeq number of its first command
 * @param baseSeq number of its first event
 */
public record SegmentInfo(String file, int engineVersion, long baseBatch, long baseCommandSeq, long baseSeq) {}
