package daybook.app;

/** Which Daybook this is. */
public final class Version {
    /** The release; the build holds it equal to the POM's. */
    public static final String RELEASE = "0.1.0";

    private Version() {}
}
