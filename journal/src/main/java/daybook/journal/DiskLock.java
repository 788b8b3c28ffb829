package daybook.journal;

/** A held lock; see {@link Disk#lock}. */
public interface DiskLock extends AutoCloseable {
    @Override
    void close();
}
