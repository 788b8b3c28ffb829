package daybook.app.ws;

import daybook.app.Json;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code presence-{room}}: who is there, then who comes and goes. */
final class PresenceFeed implements Feed {
    private final ChannelName channel;
    private final Presence presence;

    PresenceFeed(ChannelName channel, Presence presence) {
        this.channel = channel;
        this.presence = presence;
    }

    @Override
    public Pace pace() {
        return Pace.STATE;
    }

    @Override
    public long head() {
        return presence.newest(channel);
    }

    @Override
    public long epoch() {
        return presence.epoch();
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        Presence.Members members = presence.members(channel);
        return Message.of(
                channel.wire(),
                members.seq(),
                Message.Kind.SNAP,
                Json.fields(
                        "members",
                        members.users().stream()
                                .map(user -> Json.fields("user", user))
                                .toList()));
    }

    @Override
    public Step after(long seq) {
        Optional<List<Presence.Change>> since = presence.since(channel, seq);
        if (since.isEmpty()) {
            return Step.forgotten(head());
        }
        List<Presence.Change> changes = since.get();
        List<Message> messages = new ArrayList<>();
        long done = seq;
        for (int i = 0; i < changes.size(); i++) {
            Presence.Change change = changes.get(i);
            if (i == changes.size() - 1 || changes.get(i + 1).seq() > change.seq()) {
                done = change.seq();
            }
            messages.add(Message.of( // of one seq: see Feed
                    channel.wire(),
                    done,
                    Message.Kind.EVENT,
                    Json.fields(change.joined() ? "joined" : "left", Json.fields("user", change.user()))));
        }
        return Step.of(messages, done);
    }
}
