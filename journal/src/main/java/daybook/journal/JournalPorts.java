package daybook.journal;

/** What a journal takes from the world. */
public record JournalPorts(Disk disk, DiskLanes lanes) {

    /** Everything in the caller's thread. */
    public static JournalPorts of(Disk disk) {
        return new JournalPorts(disk, DiskLanes.INLINE);
    }
}
