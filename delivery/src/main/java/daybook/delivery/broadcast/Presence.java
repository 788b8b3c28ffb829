package daybook.delivery.broadcast;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who is in which room, over all replicas: a fold of the broadcast topic, so that at one offset every replica says the same. A replica
 * states the whole set of its users of a room whenever it changes, and every {@value #BEAT_SECONDS} s; one that has not been heard for
 * {@value #LEASE_SECONDS} s is declared gone by whoever notices first, on the topic too, so that each listener sees one {@code left}.
 *
 * <p>A user is in a room as long as one of his sockets is, on any replica. Safe for many threads; {@link #pump} is for one.
 */
public final class Presence {
    /** How often a replica says that it is still there. */
    public static final int BEAT_SECONDS = 15;
    /** How long it is believed. */
    public static final int LEASE_SECONDS = 45;
    /** So many users of one replica in one room. */
    public static final int MAX_USERS = 500;

    /** So many rooms a user may be in, through one replica. */
    public static final int MAX_ROOMS_OF_USER = 20;
    /** So many rooms one replica may have users in: each is said again with every beat. */
    public static final int MAX_OWN_ROOMS = 2_000;

    static final String EVENT = Broadcast.INTERNAL + "presence";
    private static final int MAX_ROOMS = 10_000;
    /** So much is said in a round at most: what is published behind it must not be too much to wait. */
    static final int NOTES_A_ROUND = 200;

    private static final int REMEMBERED_CHANGES = 1_024;
    private static final long SOON_NS = Duration.ofMillis(100).toNanos();
    private static final long BEAT_NS = Duration.ofSeconds(BEAT_SECONDS).toNanos();
    private static final long LEASE_NS = Duration.ofSeconds(LEASE_SECONDS).toNanos();

    private final String instance;
    private final LongSupplier nanos;
    private final Consumer<Broadcast> publish;
    private final Map<ChannelName, Own> own = new HashMap<>();
    private final Map<String, Integer> roomsOf = new HashMap<>();
    private final Map<ChannelName, Room> rooms = new LinkedHashMap<>();
    private long epoch;

    /**
     * Who came or went.
     *
     * @param seq offset of the record that said so
     */
    public record Change(long seq, boolean joined, String user) {}

    /** Who is there. */
    public record Members(long seq, List<String> users) {}

    /** Our own sockets in a room. */
    private static final class Own {
        private final Map<String, Integer> sockets = new TreeMap<>();
        private boolean changed;
        private long saidNs;
        private long changedNs;
    }

    /** What is known of a room. */
    private static final class Room {
        private final Map<String, Replica> replicas = new HashMap<>();
        private final Deque<Change> changes = new ArrayDeque<>();
        private long seq = -1;
        private long forgotten = -1;
    }

    private record Replica(Set<String> users, long heardNs, boolean declared) {}

    /**
     * Makes one.
     *
     * @param instance of this process, random and new at each start
     * @param publish to the topic; may lose
     */
    public Presence(String instance, LongSupplier nanos, Consumer<Broadcast> publish) {
        this.instance = instance;
        this.nanos = nanos;
        this.publish = publish;
    }

    /** A socket of a user came; false if the room is full here, the user is in too many, or there are too many. */
    public synchronized boolean join(ChannelName room, String user) {
        Own mine = own.get(room);
        boolean isThere = mine != null && mine.sockets.containsKey(user);
        if (!isThere && !hasPlace(mine, user)) {
            return false;
        }
        if (mine == null) {
            mine = new Own();
            own.put(room, mine);
        }
        if (mine.sockets.merge(user, 1, Integer::sum) == 1) {
            roomsOf.merge(user, 1, Integer::sum);
            changed(mine);
        }
        return true;
    }

    private boolean hasPlace(@Nullable Own room, String user) {
        boolean roomHas = room == null ? own.size() < MAX_OWN_ROOMS : room.sockets.size() < MAX_USERS;
        return roomHas && roomsOf.getOrDefault(user, 0) < MAX_ROOMS_OF_USER;
    }

    /** A socket of a user went. */
    public synchronized void leave(ChannelName room, String user) {
        Own mine = own.get(room);
        if (mine != null
                && mine.sockets.containsKey(user)
                && mine.sockets.computeIfPresent(user, (u, n) -> n > 1 ? n - 1 : null) == null) {
            roomsOf.computeIfPresent(user, (u, n) -> n > 1 ? n - 1 : null);
            changed(mine);
        }
    }

    private void changed(Own mine) {
        if (!mine.changed) {
            mine.changed = true;
            mine.changedNs = nanos.getAsLong();
        }
    }

    /** Says what has to be said now. Returns how much it was. */
    public synchronized int pump() {
        long now = nanos.getAsLong();
        int said = 0;
        for (var entry : List.copyOf(own.entrySet())) {
            Own mine = entry.getValue();
            boolean soon = mine.changed && now - mine.changedNs >= SOON_NS;
            if (said == NOTES_A_ROUND) {
                return said; // the others in the next
            }
            boolean beat = !mine.sockets.isEmpty() && now - mine.saidNs >= BEAT_NS;
            if (soon || beat) {
                say(entry.getKey(), instance, mine.sockets.keySet());
                mine.changed = false;
                mine.saidNs = now;
                said++;
                if (mine.sockets.isEmpty()) {
                    own.remove(entry.getKey());
                }
            }
        }
        return said + declareGone(now);
    }

    /** Says that nobody of us is anywhere: the process ends. */
    public synchronized void leaveAll() {
        own.keySet().forEach(room -> say(room, instance, Set.of()));
        own.clear();
        roomsOf.clear();
    }

    private int declareGone(long now) {
        int declared = 0;
        for (var room : rooms.entrySet()) {
            for (var replica : room.getValue().replicas.entrySet()) {
                Replica known = replica.getValue();
                if (declared == NOTES_A_ROUND) {
                    return declared;
                }
                if (!known.declared() && now - known.heardNs() > LEASE_NS) {
                    say(room.getKey(), replica.getKey(), Set.of());
                    replica.setValue(
                            new Replica(known.users(), now - LEASE_NS + BEAT_NS, true)); // once more if it is lost
                    declared++;
                } else if (known.declared() && now - known.heardNs() > LEASE_NS) {
                    replica.setValue(new Replica(known.users(), known.heardNs(), false));
                }
            }
        }
        return declared;
    }

    private void say(ChannelName room, String whose, Set<String> users) {
        StringBuilder data = new StringBuilder("{\"instance\":\"").append(whose).append("\",\"users\":[");
        String between = "";
        for (String user : users) {
            data.append(between).append('"').append(user).append('"');
            between = ",";
        }
        publish.accept(new Broadcast(room, EVENT, data.append("]}").toString(), ""));
    }

    /** Folds a record in. Internal: called by the relay in the order of the topic. */
    synchronized void heard(Broadcast broadcast, long offset, Duration age) {
        Optional<PresenceNote> note = PresenceNote.read(broadcast);
        if (note.isEmpty() || age.toNanos() > LEASE_NS && !note.get().users().isEmpty()) {
            return;
        }
        Room room = rooms.computeIfAbsent(broadcast.channel(), r -> new Room());
        Set<String> before = union(room);
        if (note.get().users().isEmpty()) {
            room.replicas.remove(note.get().instance());
        } else {
            room.replicas.put(
                    note.get().instance(),
                    new Replica(Set.copyOf(note.get().users()), nanos.getAsLong() - age.toNanos(), false));
        }
        Set<String> after = union(room);
        room.seq = offset;
        before.stream().filter(user -> !after.contains(user)).forEach(user -> remember(room, offset, false, user));
        after.stream().filter(user -> !before.contains(user)).forEach(user -> remember(room, offset, true, user));
        forgetQuietRooms();
    }

    private static void remember(Room room, long offset, boolean joined, String user) {
        room.changes.add(new Change(offset, joined, user));
        if (room.changes.size() > REMEMBERED_CHANGES) {
            room.forgotten = room.changes.remove().seq();
        }
    }

    private void forgetQuietRooms() {
        if (rooms.size() > MAX_ROOMS) {
            rooms.values().removeIf(room -> room.replicas.isEmpty());
        }
    }

    private static Set<String> union(Room room) {
        Set<String> users = new HashSet<>();
        room.replicas.values().forEach(replica -> users.addAll(replica.users()));
        return users;
    }

    /** The offsets of some rooms mean something else from now on. Who is there is believed as long as it would have been. */
    synchronized void beginAgain(Predicate<ChannelName> which) {
        epoch++;
        rooms.forEach((name, room) -> {
            if (which.test(name)) {
                room.changes.clear();
                room.seq = -1;
                room.forgotten = -1;
            }
        });
    }

    /** Rises when the log has begun anew somewhere: who has seen offsets of before takes {@link #members} again. */
    public synchronized long epoch() {
        return epoch;
    }

    /** Who is in a room now, sorted. */
    public synchronized Members members(ChannelName channel) {
        Room room = rooms.get(channel);
        return room == null
                ? new Members(-1, List.of())
                : new Members(room.seq, List.copyOf(new TreeSet<>(union(room))));
    }

    /** The newest offset that has said something about a room; -1 before the first. */
    public synchronized long newest(ChannelName channel) {
        Room room = rooms.get(channel);
        return room == null ? -1 : room.seq;
    }

    /** Who came and went above an offset, in order; empty if that is not remembered any more. */
    public synchronized Optional<List<Change>> since(ChannelName channel, long from) {
        Room room = rooms.get(channel);
        if (room == null) {
            return Optional.of(List.of());
        }
        if (from < room.forgotten) {
            return Optional.empty();
        }
        List<Change> found = new ArrayList<>();
        for (Change change : room.changes) {
            if (change.seq() > from) {
                found.add(change);
            }
        }
        return Optional.of(found);
    }
}
