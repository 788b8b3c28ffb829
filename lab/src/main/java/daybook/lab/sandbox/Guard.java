package daybook.lab.sandbox;

/** How positions tell a copy from news. */
public enum Guard {
    /** Not at all. */
    NONE,
    /** Skips what is not above the highest event id of its partition. Loses what was sent again behind a later one. */
    WATERMARK,
    /** Skips an event whose id it has applied. */
    IDENTITY
}
