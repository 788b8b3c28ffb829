package daybook.bench;

/** Something that is measured and is not a contest of rates: it writes its own part of the report. */
interface Study {
    /** As {@code --only} selects it. */
    String id();

    void run(Scale scale, Report report) throws Exception;

    /**
     * How much is measured.
     *
     * @param commands length of a stream
     * @param rounds how often
     */
    record Scale(int commands, int rounds) {}
}
