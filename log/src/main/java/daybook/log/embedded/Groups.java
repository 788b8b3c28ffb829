package daybook.log.embedded;

import daybook.journal.Disk;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The groups of an open log, by name; each is read from its file when it is first asked for. Safe for many threads. */
final class Groups implements AutoCloseable {
    private final Disk disk;
    private final LogPaths paths;
    private final Consumer<String> notices;
    private final Group.Surroundings surroundings;
    private final Map<String, Group> open = new TreeMap<>();
    private final Map<String, ShareDesk> desks = new TreeMap<>();

    Groups(Disk disk, LogPaths paths, Consumer<String> notices, Group.Surroundings surroundings) {
        this.disk = disk;
        this.paths = paths;
        this.notices = notices;
        this.surroundings = surroundings;
    }

    /** The group of that name, which need not have existed. */
    synchronized Group get(String name) {
        Group group = open.get(name);
        if (group == null) {
            group = new Group(name, GroupFile.open(disk, paths.group(name), name, notices), surroundings);
            open.put(name, group);
        }
        return group;
    }

    /** The group, if anybody has been in it or has committed for it. */
    synchronized Optional<Group> find(String name) {
        return open.containsKey(name) || disk.exists(paths.group(name)) ? Optional.of(get(name)) : Optional.empty();
    }

    synchronized ShareDesk desk(String name) {
        Group group = get(name);
        return desks.computeIfAbsent(name, n -> new ShareDesk(n, group, surroundings.nanos()));
    }

    synchronized List<String> names() {
        TreeSet<String> names = new TreeSet<>(open.keySet());
        names.addAll(onDisk(disk, paths));
        return List.copyOf(names);
    }

    static List<String> onDisk(Disk disk, LogPaths paths) {
        return disk.list(paths.groups()).stream()
                .flatMap(entry -> LogPaths.groupOf(entry).stream())
                .toList();
    }

    @Override
    public synchronized void close() {
        desks.values().forEach(ShareDesk::close);
        open.values().forEach(Group::close);
    }
}
