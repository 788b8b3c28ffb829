package daybook.delivery.jobs;

import java.util.Optional;

/** How far each schedule has come, kept where all schedulers see it. Confined to one thread. */
public interface ScheduleMarks {

    /**
     * Where a schedule is, in milliseconds since the epoch.
     *
     * @param minuteMs the last minute that was decided
     * @param pushedMs the last minute whose job was pushed; 0 = none
     */
    record Mark(long minuteMs, long pushedMs) {}

    /** Empty if the schedule has never been looked at. */
    Optional<Mark> last(String schedule);

    /** Moves the mark, durably; never back. */
    void move(String schedule, Mark mark);
}
