package daybook.delivery.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.broadcast.BroadcastHistory.Since;
import org.junit.jupiter.api.Test;

/** Who is a number behind gets what follows it, or is told that it is not known any more. */
class BroadcastHistoryTest {
    private static final ChannelName BUSY = new ChannelName("room.busy");
    private static final ChannelName QUIET = new ChannelName("room.quiet");

    private final BroadcastHistory history = new BroadcastHistory(1);

    @Test
    void moreThanTenThousandMessagesAreRemembered() {
        for (int i = 0; i < 10_000; i++) {
            say(i, BUSY);
        }

        assertThat(history.since(BUSY, -1, 20_000).messages()).hasSize(10_000);
    }

    @Test
    void whatIsForgottenIsSaidToBe() {
        for (int i = 0; i < 20_000; i++) {
            say(i, BUSY);
        }

        Since since = history.since(BUSY, 0, 10);
        assertThat(since.complete()).isFalse();
        assertThat(since.messages()).isEmpty();
        assertThat(history.since(BUSY, 19_998, 10).messages()).hasSize(1);
    }

    @Test
    void aQuietChannelHasNoGapThoughTheOthersWereBusy() {
        say(0, QUIET);
        say(1, BUSY);
        for (int i = 2; i < 20_000; i++) {
            say(i, BUSY);
        }

        assertThat(history.since(QUIET, 0, 10).complete()).isTrue();
        assertThat(history.since(QUIET, -1, 10).complete()).isFalse();
    }

    @Test
    void largeMessagesAreForgottenSooner() {
        String large = "\"" + "x".repeat(60_000) + "\"";
        for (int i = 0; i < 1_000; i++) {
            history.add(0, i, new Broadcast(BUSY, "said", large, ""));
        }

        assertThat(history.since(BUSY, 998, 10).messages()).hasSize(1);
        assertThat(history.since(BUSY, 0, 10).complete()).isFalse();
    }

    @Test
    void tenThousandChannelsLeaveNothingBehindButWhatIsRemembered() {
        for (int i = 0; i < 60_000; i++) {
            say(i, new ChannelName("room.r" + i));
        }

        assertThat(history.since(new ChannelName("room.r0"), -1, 10).complete()).isFalse();
        assertThat(history.since(new ChannelName("room.r59999"), 59_998, 10).messages())
                .hasSize(1);
    }

    @Test
    void aMessageThatComesTwiceIsThereOnce() {
        say(0, BUSY);
        say(0, BUSY);

        assertThat(history.since(BUSY, -1, 10).messages()).hasSize(1);
    }

    private void say(long offset, ChannelName channel) {
        history.add(0, offset, new Broadcast(channel, "said", "1", ""));
    }
}
