package daybook.app.jobs;

import daybook.app.Json;
import daybook.delivery.jobs.Schedule;
import daybook.delivery.jobs.Scheduler;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** The schedules of a venue, for people: when each is due next, in venue time. Safe for many threads. */
public record Timetable(List<Schedule> schedules, InstantSource clock, ZoneId zone) {

    List<Map<String, Object>> rows() {
        return schedules.stream()
                .map(each -> Json.fields(
                        "name", each.name(),
                        "when", each.when(),
                        "zone", zone.toString(),
                        "job", each.job().name(),
                        "nextDue",
                                Scheduler.next(each, clock.instant(), zone)
                                        .<Object>map(Object::toString)
                                        .orElse(Json.Null.NULL)))
                .toList();
    }

    /** Whether any of them has been due since. */
    public boolean wasDueSince(Instant since) {
        Instant now = clock.instant();
        return schedules.stream()
                .anyMatch(each -> Scheduler.next(each, since, zone)
                        .filter(due -> !due.isAfter(now))
                        .isPresent());
    }
}
