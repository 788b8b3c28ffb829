package daybook.exchange.replay;

import daybook.events.SelfTradeMode;
import java.nio.charset.StandardCharsets;

/**
 * How a command file is run.
 *
 * @param tick every price must be a multiple of it, a plain positive decimal; "" = found from the prices
 * @param selfTrade what happens when two orders of one owner meet
 */
public record ReplayOptions(String tick, SelfTradeMode selfTrade) {
    /** The tick found from the prices, the resting order goes. */
    public static final ReplayOptions DEFAULT = new ReplayOptions("", SelfTradeMode.CANCEL_RESTING);

    public ReplayOptions {
        if (!tick.isEmpty()) {
            parsed(tick);
        }
    }

    /** The mode that {@code --stp} names. */
    public static SelfTradeMode selfTradeMode(String name) {
        return switch (name) {
            case "cancel-resting" -> SelfTradeMode.CANCEL_RESTING;
            case "cancel-incoming" -> SelfTradeMode.CANCEL_INCOMING;
            case "cancel-both" -> SelfTradeMode.CANCEL_BOTH;
            case "none" -> SelfTradeMode.NONE;
            default ->
                throw new ReplayException(
                        "stp: " + name + " (expected cancel-resting, cancel-incoming, cancel-both or none)");
        };
    }

    static PlainDecimal parsed(String tick) {
        byte[] bytes = tick.getBytes(StandardCharsets.UTF_8);
        PlainDecimal value = PlainDecimal.written(bytes, 0, bytes.length);
        if (value == null || value.unscaled() == 0) {
            throw new ReplayException("tick: " + tick + " (expected a plain number above 0, at most "
                    + PlainDecimal.MAX_SCALE + " decimals)");
        }
        return value;
    }
}
