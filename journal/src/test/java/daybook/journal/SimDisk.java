package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that can lose what was not forced, in every way a real one can: any subset of the pending changes survives a
 * power cut. A change is one 512-byte sector of a file, a file's size, or the names touched by one create, rename or delete;
 * forcing a file makes its sectors and size durable, forcing a directory its names. Deterministic; nothing random unless a seed
 * is given. Confined to one thread at a time.
 *
 * <p>Each operation that changes something counts one ({@link #operations}); faults are planned by that number.
 */
public final class SimDisk implements Disk {
    /** The simulated machine is off: thrown by the operation at which the power went, and by all after it until {@link #crash}. */
    public static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PowerCut() {
            super("power cut", null, false, false);
        }
    }

    /** What a planned fault does to its operation. */
    public enum Fault {
        /** The power goes: the operation is pending at most. */
        POWER_CUT,
        /** The operation fails and has no effect. */
        FAIL,
        /**
         * A force fails as Linux's do: what was pending in the file is never written, yet reads show it, later forces say yes,
         * and writing it again to the same file does not help. Of other operations: {@link #FAIL}.
         */
        FAIL_AND_MARK_CLEAN,
        /** The same for one sector only; the others of the file are written. */
        LOSE_ONE_SECTOR
    }

    private final TreeSet<Path> directories = new TreeSet<>();
    /** What programs see. */
    private final TreeMap<Path, SimFile> names = new TreeMap<>();
    /** What is on the disk. */
    private final TreeMap<Path, SimFile> durableNames = new TreeMap<>();

    private final List<Pending> pending = new ArrayList<>();
    private final Set<Path> locked = new HashSet<>();
    private final Map<Integer, Fault> faults = new TreeMap<>();
    private long capacity = Long.MAX_VALUE;
    private int failingRead = -1;
    private int reads;
    private int refusedForSpace;
    private int operations;
    private int epoch;
    private boolean off;

    /** A change that a power cut may lose. */
    sealed interface Pending {
        /** One sector, as it is after the write. */
        record Sector(SimFile file, int index, byte[] bytes) implements Pending {}

        /** A file's size. */
        record Size(SimFile file, long bytes) implements Pending {}

        /** Names of one directory; an absent file means that the name is gone. */
        record Names(Path directory, Map<Path, Optional<SimFile>> changes) implements Pending {}
    }

    /** Operations so far that change something: create, write, force, truncate, rename, delete, force of a directory. */
    public int operations() {
        return operations;
    }

    /** Writes so far for which there was no room. */
    public int refusedForSpace() {
        return refusedForSpace;
    }

    /** Reads so far. */
    public int reads() {
        return reads;
    }

    /** Plans a fault for the operation with that number, counted from 1. */
    public void failAt(int operation, Fault fault) {
        faults.put(operation, fault);
    }

    /** Lets the n-th read from now on fail; 1 = the next. */
    public void failRead(int n) {
        failingRead = reads + n;
    }

    /** From now on the sizes of all files together may not pass this. */
    public void limitBytes(long bytes) {
        capacity = bytes;
    }

    /** Bytes of all files. */
    public long usedBytes() {
        return names.values().stream().distinct().mapToLong(SimFile::size).sum();
    }

    /** Changes that a power cut could lose now. */
    public int pendingChanges() {
        return pending.size();
    }

    /** The power goes and comes back: of the pending changes only those whose index is kept are on the disk. */
    public void crash(IntPredicate kept) {
        for (int i = 0; i < pending.size(); i++) {
            if (kept.test(i)) {
                makeDurable(pending.get(i));
            }
        }
        pending.clear();
        names.clear();
        names.putAll(durableNames);
        durableNames.values().forEach(SimFile::showDurable);
        restart();
    }

    /** A power cut that keeps a random subset. */
    public void crash(long seed) {
        Random random = new Random(seed);
        int percent = random.nextInt(101);
        crash(i -> random.nextInt(100) < percent);
    }

    /** As if the process that holds the locks were gone; files stay open for the others. */
    public void releaseLocks() {
        locked.clear();
    }

    /** Only the process ends: nothing is lost, locks are free, files that it had open cannot be used. */
    public void restart() {
        locked.clear();
        faults.clear();
        failingRead = -1;
        epoch++;
        off = false;
    }

    /** Changes one bit of a file, on the disk and in what programs see. */
    public void flipBit(Path file, long offset, int bit) {
        named(normal(file)).flipBit(offset, bit);
    }

    /** A file's bytes as programs see them. */
    public byte[] bytes(Path file) {
        return named(normal(file)).view();
    }

    /** Replaces a file's bytes, durably. */
    public void put(Path file, byte[] bytes) {
        Path path = normal(file);
        SimFile made = new SimFile();
        made.putDurable(bytes);
        names.put(path, made);
        durableNames.put(path, made);
        for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
            directories.add(parent);
        }
    }

    /** The same disk once more: pending changes, planned faults and all. Open files and locks are not copied. */
    public SimDisk copy() {
        SimDisk copy = new SimDisk();
        Map<SimFile, SimFile> copies = new HashMap<>();
        copy.directories.addAll(directories);
        names.forEach((path, file) -> copy.names.put(path, copies.computeIfAbsent(file, SimFile::copy)));
        durableNames.forEach((path, file) -> copy.durableNames.put(path, copies.computeIfAbsent(file, SimFile::copy)));
        for (Pending change : pending) {
            copy.pending.add(copyOf(change, copies));
        }
        copy.faults.putAll(faults);
        copy.capacity = capacity;
        copy.operations = operations;
        return copy;
    }

    @Override
    public DiskFile create(Path file) {
        Path path = normal(file);
        if (names.containsKey(path)) {
            throw new DiskException(DiskException.Kind.EXISTS, path, "File exists");
        }
        requireDirectory(path);
        SimFile made = new SimFile();
        change(path, () -> rename(Map.of(path, Optional.of(made))));
        return new Handle(path, made, true);
    }

    @Override
    public DiskFile open(Path file) {
        return new Handle(normal(file), named(normal(file)), true);
    }

    @Override
    public DiskFile openReadOnly(Path file) {
        return new Handle(normal(file), named(normal(file)), false);
    }

    @Override
    public void createDirectories(Path directory) {
        requirePower();
        // Kept simple: made durable at once. What a journal does about names is about files.
        for (Path at = normal(directory); at != null; at = at.getParent()) {
            directories.add(at);
        }
    }

    @Override
    public List<String> list(Path directory) {
        requirePower();
        Path parent = normal(directory);
        TreeSet<String> found = new TreeSet<>();
        names.keySet().stream()
                .filter(path -> parent.equals(path.getParent()))
                .forEach(path -> found.add(path.getFileName().toString()));
        directories.stream()
                .filter(path -> parent.equals(path.getParent()))
                .forEach(path -> found.add(path.getFileName().toString()));
        return List.copyOf(found);
    }

    @Override
    public boolean exists(Path file) {
        requirePower();
        return names.containsKey(normal(file)) || directories.contains(normal(file));
    }

    @Override
    public void rename(Path from, Path to) {
        Path source = normal(from);
        Path target = normal(to);
        SimFile file = named(source);
        requireDirectory(target);
        change(source, () -> {
            if (parent(source).equals(parent(target))) {
                rename(Map.of(source, Optional.empty(), target, Optional.of(file)));
            } else {
                rename(Map.of(target, Optional.of(file)));
                rename(Map.of(source, Optional.empty()));
            }
        });
    }

    @Override
    public void delete(Path file) {
        requirePower();
        Path path = normal(file);
        if (names.containsKey(path)) {
            change(path, () -> rename(Map.of(path, Optional.empty())));
        }
    }

    @Override
    public void forceDirectory(Path directory) {
        Path path = normal(directory);
        requireDirectory(path.resolve("any"));
        force(path, change -> change instanceof Pending.Names n && n.directory().equals(path));
    }

    @Override
    public DiskLock lock(Path file) {
        requirePower();
        Path path = normal(file);
        requireDirectory(path);
        if (!locked.add(path)) {
            throw new DiskException(DiskException.Kind.LOCKED, path, "locked: in use by this process");
        }
        if (!names.containsKey(path)) {
            create(path).close();
        }
        int mine = epoch;
        return () -> {
            if (mine == epoch) {
                locked.remove(path);
            }
        };
    }

    private void rename(Map<Path, Optional<SimFile>> changes) {
        apply(names, changes);
        pending.add(new Pending.Names(parent(changes.keySet().iterator().next()), changes));
    }

    private static void apply(Map<Path, SimFile> target, Map<Path, Optional<SimFile>> changes) {
        changes.forEach((path, file) -> {
            if (file.isPresent()) {
                target.put(path, file.get());
            } else {
                target.remove(path);
            }
        });
    }

    private void makeDurable(Pending change) {
        if (change instanceof Pending.Sector sector) {
            sector.file().sectorDurable(sector.index(), sector.bytes());
        } else if (change instanceof Pending.Size size) {
            size.file().sizeDurable(size.bytes());
        } else if (change instanceof Pending.Names renamed) {
            apply(durableNames, renamed.changes());
        }
    }

    private static Pending copyOf(Pending change, Map<SimFile, SimFile> copies) {
        if (change instanceof Pending.Sector sector) {
            return new Pending.Sector(
                    copies.computeIfAbsent(sector.file(), SimFile::copy), sector.index(), sector.bytes());
        }
        if (change instanceof Pending.Size size) {
            return new Pending.Size(copies.computeIfAbsent(size.file(), SimFile::copy), size.bytes());
        }
        Pending.Names renamed = (Pending.Names) change;
        Map<Path, Optional<SimFile>> changes = new TreeMap<>();
        renamed.changes()
                .forEach((path, file) ->
                        changes.put(path, file.map(original -> copies.computeIfAbsent(original, SimFile::copy))));
        return new Pending.Names(renamed.directory(), changes);
    }

    /** Counts one operation and lets it happen, unless a fault is planned for it. A power cut leaves it pending. */
    private void change(Path path, Runnable effect) {
        Fault fault = nextOperation();
        if (fault == null) {
            effect.run();
        } else if (fault == Fault.POWER_CUT) {
            effect.run();
            off = true;
            throw new PowerCut();
        } else {
            throw new DiskException(DiskException.Kind.FAILED, path, "Input/output error (simulated)");
        }
    }

    private void force(Path path, Predicate<Pending> concerned) {
        Fault fault = nextOperation();
        if (fault == Fault.POWER_CUT) {
            off = true;
            throw new PowerCut();
        }
        if (fault == Fault.FAIL) {
            throw new DiskException(DiskException.Kind.FAILED, path, "Input/output error (simulated)");
        }
        boolean loseAll = fault == Fault.FAIL_AND_MARK_CLEAN;
        boolean loseNext = fault == Fault.LOSE_ONE_SECTOR;
        List<Pending> rest = new ArrayList<>();
        for (Pending change : pending) {
            if (!concerned.test(change)) {
                rest.add(change);
            } else if (change instanceof Pending.Sector sector && (loseAll || loseNext)) {
                sector.file().loseForGood(sector.index());
                loseNext = false;
            } else if (!loseAll) {
                makeDurable(change);
            }
        }
        pending.clear();
        pending.addAll(rest);
        if (fault != null) {
            throw new DiskException(DiskException.Kind.FAILED, path, "Input/output error (simulated)");
        }
    }

    private @Nullable Fault nextOperation() {
        requirePower();
        operations++;
        return faults.get(operations);
    }

    private void requirePower() {
        if (off) {
            throw new PowerCut();
        }
    }

    private void requireDirectory(Path path) {
        requirePower();
        if (!directories.contains(path.getParent())) {
            throw new DiskException(DiskException.Kind.NOT_FOUND, path, "No such file or directory");
        }
    }

    private SimFile named(Path path) {
        requirePower();
        SimFile file = names.get(path);
        if (file == null) {
            throw new DiskException(DiskException.Kind.NOT_FOUND, path, "No such file or directory");
        }
        return file;
    }

    private static Path normal(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static Path parent(Path path) {
        return Objects.requireNonNull(path.getParent());
    }

    private final class Handle implements DiskFile {
        private final Path path;
        private final SimFile file;
        private final boolean writable;
        private final int opened = epoch;
        private boolean closed;

        Handle(Path path, SimFile file, boolean writable) {
            this.path = path;
            this.file = file;
            this.writable = writable;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            requireOpen();
            if (++reads == failingRead) {
                throw new DiskException(DiskException.Kind.FAILED, path, "Input/output error (simulated)");
            }
            return file.read(target, position);
        }

        @Override
        public void write(ByteBuffer source, long position) {
            requireWritable();
            long room = capacity - usedBytes();
            long growth = Math.max(0, position + source.remaining() - file.size());
            if (growth > room) {
                int fits = (int) Math.max(0, source.remaining() - (growth - room));
                ByteBuffer part = source.duplicate().limit(source.position() + fits);
                if (fits > 0) {
                    change(path, () -> file.write(part, position, pending));
                }
                refusedForSpace++;
                throw new DiskException(DiskException.Kind.FULL, path, "No space left on device (simulated)");
            }
            change(path, () -> file.write(source, position, pending));
        }

        @Override
        public void force() {
            requireOpen();
            SimDisk.this.force(
                    path,
                    change -> (change instanceof Pending.Sector s && s.file() == file)
                            || (change instanceof Pending.Size z && z.file() == file));
        }

        @Override
        public long sizeBytes() {
            requireOpen();
            return file.size();
        }

        @Override
        public void truncate(long sizeBytes) {
            requireWritable();
            change(path, () -> file.truncate(sizeBytes, pending));
        }

        @Override
        public void close() {
            closed = true;
        }

        private void requireOpen() {
            requirePower();
            if (closed || opened != epoch) {
                throw new DiskException(DiskException.Kind.FAILED, path, "the file is closed");
            }
        }

        private void requireWritable() {
            requireOpen();
            if (!writable) {
                throw new DiskException(DiskException.Kind.DENIED, path, "opened for reading only");
            }
        }
    }
}
