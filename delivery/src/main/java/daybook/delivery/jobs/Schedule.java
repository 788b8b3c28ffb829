package daybook.delivery.jobs;

import java.time.Duration;
import java.util.Optional;

/**
 * A job that is pushed by the clock.
 *
 * @param name of the schedule; with the minute it is the key that lets one server alone push it
 * @param when five fields of cron (minute, hour, day of month, month, day of week) in the venue's time zone
 * @param job what is pushed; {@code {minute}} in its payload is replaced by the scheduled minute, ISO 8601
 * @param onOneServer whether one process alone pushes it; its lock is not released: the minute is over with it
 * @param withoutOverlapping if present, it is not pushed while the one before runs, for so long at most
 */
public record Schedule(
        String name, String when, NewJob job, boolean onOneServer, Optional<Duration> withoutOverlapping) {}
