package daybook.journal;

import java.nio.file.Path;

/** Started as a process of its own: tries a lock and says with its exit code whether it is free. */
final class LockProbe {
    static final int FREE = 10;
    static final int LOCKED = 11;

    private LockProbe() {}

    public static void main(String[] arguments) {
        try (DiskLock lock = new FileDisk().lock(Path.of(arguments[0]))) {
            System.exit(FREE);
        } catch (DiskException e) {
            System.exit(e.kind() == DiskException.Kind.LOCKED ? LOCKED : 1);
        }
    }
}
