package daybook.exchange.pipeline;

import java.util.UUID;

/**
 * What a snapshot is of.
 *
 * @param venueId whose
 * @param engineVersion version of the rules whose state it is
 * @param commandSeq last command that the state contains; replay goes on behind it
 * @param seq last event that the state contains
 * @param timeMicros time of that command; no later command gets an earlier one
 */
record SnapshotHeader(UUID venueId, int engineVersion, long commandSeq, long seq, long timeMicros) {}
