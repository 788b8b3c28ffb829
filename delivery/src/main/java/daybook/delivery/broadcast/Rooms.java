package daybook.delivery.broadcast;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Who in this process listens to which room. Safe for many threads; nothing here waits for a client: what is sent to a member must be
 * something that only notes it down.
 *
 * @param <H> a member, known by identity
 */
public final class Rooms<H> {
    private final Map<String, Set<H>> rooms = new ConcurrentHashMap<>();
    private final Function<String, Optional<String>> naming;

    /** One room per channel, called as the channel is. */
    public Rooms() {
        this(Optional::of);
    }

    /** @param naming the room of a channel; empty: what is sent there reaches nobody */
    public Rooms(Function<String, Optional<String>> naming) {
        this.naming = naming;
    }

    /** Lets a member into a room. */
    public void join(String room, H member) {
        rooms.compute(room, (r, members) -> {
            Set<H> all = members == null ? ConcurrentHashMap.newKeySet() : members;
            all.add(member);
            return all;
        });
    }

    /** Lets it out again; an empty room is forgotten. */
    public void leave(String room, H member) {
        rooms.computeIfPresent(room, (r, members) -> {
            members.remove(member);
            return members.isEmpty() ? null : members;
        });
    }

    /** Hands every member of a channel's room to {@code to}; returns how many there were. */
    public int send(String channel, Consumer<H> to) {
        Set<H> members = naming.apply(channel).map(rooms::get).orElse(null);
        if (members == null) {
            return 0;
        }
        int count = 0;
        for (H member : members) {
            to.accept(member);
            count++;
        }
        return count;
    }

    /** How many are in a room. */
    public int size(String room) {
        Set<H> members = rooms.get(room);
        return members == null ? 0 : members.size();
    }
}
