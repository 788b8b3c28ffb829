package daybook.delivery.jobs;

/**
 * How far a job says it is, for people.
 *
 * @param total 0 = not known
 * @param what up to {@value #MOST_CHARACTERS} characters; the rest is cut off
 */
public record Progress(long done, long total, String what) {
    public static final int MOST_CHARACTERS = 200;
    static final Progress NONE = new Progress(0, 0, "");

    public Progress {
        what = what.replace('\u0000', '?'); // PostgreSQL has no text with it
        what = what.length() > MOST_CHARACTERS ? what.substring(0, MOST_CHARACTERS) : what;
    }
}
