package daybook.app.jobs;

import daybook.app.Json;
import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.Job;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/** The payload of a job of the venue: a JSON object. What cannot be read now cannot be read later: the job is given up. */
final class JobPayload {
    private final Map<String, Object> values;

    private JobPayload(Map<String, Object> values) {
        this.values = values;
    }

    static JobPayload of(Job job) throws GiveUpException {
        try {
            return new JobPayload(Json.object(Json.read(job.payload().getBytes(StandardCharsets.UTF_8))));
        } catch (Json.Malformed | ClassCastException other) {
            throw new GiveUpException("payload: not accepted (expected: a JSON object)");
        }
    }

    Optional<String> text(String name) {
        return values.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** The day that is meant: that of the scheduled {@code minute}, or {@code day}; {@code today} or none: the one that it is now. */
    LocalDate day(InstantSource now, ZoneId zone) throws GiveUpException {
        try {
            Optional<String> minute = text("minute");
            if (minute.isPresent()) {
                return LocalDate.ofInstant(Instant.parse(minute.get()), zone);
            }
            if (!values.containsKey("day") || "today".equals(values.get("day"))) {
                return LocalDate.ofInstant(now.instant(), zone);
            }
            return LocalDate.parse(text("day").orElse(""));
        } catch (DateTimeException malformed) {
            throw new GiveUpException(
                    "day: not accepted (expected: \"day\":\"2026-01-31\" in the payload, \"today\" or none)");
        }
    }
}
