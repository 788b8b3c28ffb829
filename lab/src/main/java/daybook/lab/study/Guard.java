package daybook.lab.study;

/** How a consumer tells what it has applied already. */
public enum Guard {
    /** Not at all: every record counts. */
    NONE,
    /** By the highest number that it has applied: whatever is not above that is skipped. */
    WATERMARK,
    /** By the number of each event that it has applied. */
    IDENTITY
}
