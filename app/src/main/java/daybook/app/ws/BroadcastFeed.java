package daybook.app.ws;

import daybook.app.Json;
import daybook.delivery.broadcast.Broadcast;
import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.ChannelName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A channel of the broadcast topic: what is published there, from now on or from an offset. */
final class BroadcastFeed implements Feed {
    private final ChannelName channel;
    private final BroadcastHistory history;

    BroadcastFeed(ChannelName channel, BroadcastHistory history) {
        this.channel = channel;
        this.history = history;
    }

    @Override
    public Pace pace() {
        return Pace.EVENTS;
    }

    @Override
    public long head() {
        return history.newest(channel);
    }

    @Override
    public long epoch() {
        return history.epoch(channel);
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        return Message.snap(channel.wire(), head(), gap ? "{\"gap\":true}" : "{}");
    }

    @Override
    public Step after(long seq) {
        BroadcastHistory.Since since = history.since(channel, seq, Step.MAX_MESSAGES);
        if (!since.complete()) {
            return Step.forgotten(since.upTo());
        }
        List<Message> messages = new ArrayList<>();
        for (BroadcastHistory.Heard heard : since.messages()) {
            Broadcast broadcast = heard.broadcast();
            messages.add(Message.event(
                    channel.wire(),
                    heard.offset(),
                    "{\"event\":" + Json.write(broadcast.event()) + ",\"data\":" + broadcast.data() + "}",
                    broadcast.socket()));
        }
        return Step.of(messages, Math.max(seq, since.upTo()));
    }
}
