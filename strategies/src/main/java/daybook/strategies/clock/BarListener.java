package daybook.strategies.clock;

import daybook.strategies.ClosedBar;

/** Told about closed bars in the clock's process, before the log is: the live path. */
@FunctionalInterface
public interface BarListener {

    /**
     * A bar is over and recorded. Called on the clock's thread, for each bar once, after a restart perhaps once more; of one series in the
     * order of tokens. Be quick: all later bars wait. What it throws is counted and stops nobody else.
     */
    void onBar(ClosedBar bar);
}
