package daybook.app.ws;

import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code leaderboard} and {@code ops}: asked for once a second, off the senders' threads, and told whole. */
final class WholeFeed implements Feed {
    private final String channel;
    private final Source source;
    private volatile @Nullable Message now;
    private String told = "";

    /**
     * Where it comes from.
     *
     * @param data what is said now as JSON; may take its time; empty: not known here
     * @param seq the exchange's event up to which it speaks
     * @param repeats whether it is told again when it has not changed
     */
    record Source(Supplier<Optional<String>> data, LongSupplier seq, boolean repeats) {}

    WholeFeed(String channel, Source source) {
        this.channel = channel;
        this.source = source;
    }

    @Override
    public Pace pace() {
        return Pace.WHOLE;
    }

    @Override
    public long head() {
        return 0;
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        return now;
    }

    @Override
    public Step after(long seq) {
        return Step.nothing(seq);
    }

    /** Asks again. Confined to one thread. */
    void refresh() {
        long seq = source.seq().getAsLong();
        String data = source.data().get().orElse("");
        if (!data.isEmpty() && (source.repeats() || !data.equals(told))) {
            told = data;
            now = Message.snap(channel, seq, data);
        }
    }
}
