package daybook.lab.check;

import java.util.List;

/**
 * What the check found on the topic of exchange events.
 *
 * @param published the seq up to which every event must be on the topic: the publisher's line of a running venue, the last
 *     durable event of a stopped one
 * @param missing events at or below {@code published}, kept by the journal, of which the topic has no copy
 * @param duplicates copies beyond the first of each event; harmless, consumers go by identity
 * @param mismatched copies that say something else than the journal, or whose headers name another event
 * @param wrongKey copies under another key, or in another partition than that of their key
 * @param phantom records that are no event of the journal
 * @param retainedAway events that cannot be compared because the journal was pruned or retention dropped the records
 * @param findings the first few problems, in words
 */
public record CheckResult(
        long published,
        long missing,
        long duplicates,
        long mismatched,
        long wrongKey,
        long phantom,
        long retainedAway,
        List<String> findings) {

    public CheckResult {
        findings = List.copyOf(findings);
    }

    /** Whether nothing is wrong. Duplicates are not wrong, and what was dropped on purpose is not either. */
    public boolean clean() {
        return missing == 0 && mismatched == 0 && wrongKey == 0 && phantom == 0;
    }

    /** The counts as one JSON object. */
    public String toJson() {
        return "{\"published\":" + published + ",\"missing\":" + missing + ",\"duplicates\":" + duplicates
                + ",\"mismatched\":" + mismatched + ",\"wrongKey\":" + wrongKey + ",\"phantom\":" + phantom
                + ",\"retainedAway\":" + retainedAway + "}";
    }
}
