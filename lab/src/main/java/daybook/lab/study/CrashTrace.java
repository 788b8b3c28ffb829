package daybook.lab.study;

import daybook.delivery.CrashHook;
import daybook.delivery.DeliveryMode;

/** Told everything that the crash study counts, so that anybody can count again. Safe for many threads: the modes are studied side by side. */
public interface CrashTrace {
    /** Nobody listens. */
    CrashTrace NONE = new CrashTrace() {
        @Override
        public void fills(int day, long[] slots, long[] quantities) {}

        @Override
        public void crash(DeliveryMode mode, int day, int step, CrashHook.Stage stage, int index) {}

        @Override
        public void day(DeliveryMode mode, int day, int[] counts) {}
    };

    /**
     * The fills of a day, which all modes are given, by their ids from 0.
     *
     * @param slots which position each belongs to: account times {@value CrashPlan#STOCKS} plus stock
     * @param quantities shares, signed
     */
    void fills(int day, long[] slots, long[] quantities);

    /** A crash. Days are numbered from 1, steps of a day from 0. */
    void crash(DeliveryMode mode, int day, int step, CrashHook.Stage stage, int index);

    /** The end of a day: how often each fill was applied, by its id from 0. */
    void day(DeliveryMode mode, int day, int[] counts);
}
