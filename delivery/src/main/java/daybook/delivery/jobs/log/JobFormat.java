package daybook.delivery.jobs.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.JobQueue;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jobs as records: the value is the payload, all else is in headers. docs/formats/jobs.md has the table. Stateless; safe for many
 * threads.
 */
public final class JobFormat {
    /** Lines of history that are kept; of more, the newest. */
    static final int MOST_LINES = 20;

    private static final int MOST_CHARS = 500;
    private static final Pattern FROM_PARTITION = Pattern.compile(".*-([0-9]{1,6})@[0-9]+");
    private static final String JOB = "job";
    private static final String ATTEMPTS = "attempts";
    private static final String RETRY_OF = "retry-of";
    private static final String PUSHED_AT = "pushed-at";
    private static final String DUE_AT = "due-at";
    private static final String UNIQUE_KEY = "unique-key";
    private static final String PRIORITY = "priority";
    private static final String HISTORY = "history";
    private static final String ERROR = "error";
    private static final String FAILED_AT = "failed-at";
    private static final String FAILED_FROM = "failed-from";

    private JobFormat() {}

    /**
     * How a job leaves its place.
     *
     * @param attempts made at it so far
     * @param lines of its history, those of its record included
     */
    public record Leaving(CarriedJob carried, int attempts, List<String> lines, long nowMs) {}

    /** How a job leaves its place at the end of an attempt. */
    public static Leaving leaving(CarriedJob carried, int attempt, String reason, long nowMs) {
        List<String> lines = new ArrayList<>(carried.history());
        for (int before = carried.attempts() + 1; before < attempt; before++) {
            lines.add(line(nowMs, before, "worker died, or lost its lease"));
        }
        if (reason.equals(JobQueue.WORKER_DIED)) { // this handing-out began nothing
            return new Leaving(carried, attempt - 1, lines, nowMs);
        }
        lines.add(line(nowMs, attempt, reason));
        return new Leaving(carried, attempt, lines, nowMs);
    }

    /** The record's key: jobs with the same one are in one partition, and so are a job and its retries. */
    public static byte[] key(Job job) {
        return job.uniqueKey().orElse(job.id()).getBytes(UTF_8);
    }

    /** A new job. */
    public static LogRecord pushed(Job job) {
        return new LogRecord(key(job), job.payload().getBytes(UTF_8), common(job, 0, List.of()), job.pushedAtMs());
    }

    /** The same job, to be tried again, not before its due time. */
    public static LogRecord again(Leaving leaving, long dueAtMs) {
        Job job = leaving.carried().job();
        Job later = new Job(
                job.id(), job.name(), job.payload(), job.uniqueKey(), job.priority(), job.pushedAtMs(), dueAtMs);
        List<Header> headers = common(later, leaving.attempts(), leaving.lines());
        headers.add(Header.of(RETRY_OF, leaving.carried().place()));
        return new LogRecord(
                leaving.carried().stored().record().key(),
                leaving.carried().stored().record().value(),
                headers,
                leaving.nowMs());
    }

    /** A failed job, put in again with another payload. */
    static LogRecord repaired(Leaving leaving, String payload) {
        LogRecord again = again(leaving, leaving.nowMs());
        return new LogRecord(again.key(), payload.getBytes(UTF_8), again.headers(), again.timeMs());
    }

    /** The partition that a failed job was in, and its other records are; empty if its record does not say. */
    static OptionalInt failedFrom(CarriedJob failed) {
        String from = text(failed.stored().record(), FAILED_FROM).orElse("");
        Matcher partition = FROM_PARTITION.matcher(from);
        return partition.matches() ? OptionalInt.of(Integer.parseInt(partition.group(1))) : OptionalInt.empty();
    }

    /** The same job, given up. */
    public static LogRecord failed(Leaving leaving, String reason) {
        CarriedJob carried = leaving.carried();
        List<Header> headers = common(carried.job(), leaving.attempts(), leaving.lines());
        if (!carried.isJob()) {
            headers.removeIf(header -> header.name().equals(JOB)); // nor is it one there
        }
        headers.add(Header.of(ERROR, oneLine(reason)));
        headers.add(Header.of(FAILED_AT, Instant.ofEpochMilli(leaving.nowMs()).toString()));
        headers.add(Header.of(FAILED_FROM, carried.place()));
        return new LogRecord(
                carried.stored().record().key(), carried.stored().record().value(), headers, leaving.nowMs());
    }

    /** What a record carries, whoever wrote it. */
    public static CarriedJob read(StoredRecord stored) {
        LogRecord record = stored.record();
        Optional<String> id = text(record, "ce_id");
        Optional<String> name = text(record, JOB);
        long pushedAtMs = time(record, PUSHED_AT).orElse(record.timeMs());
        String payload = record.value() == null ? "" : new String(record.value(), UTF_8);
        int attempts = number(record, ATTEMPTS);
        boolean isJob = id.isPresent() && name.isPresent() && record.value() != null && attempts >= 0;
        Job job = new Job(
                id.orElse(stored.place() + "@" + stored.offset()),
                name.orElse("unknown"),
                payload,
                text(record, UNIQUE_KEY),
                Math.max(number(record, PRIORITY), Integer.MIN_VALUE + 1),
                pushedAtMs,
                time(record, DUE_AT).orElse(pushedAtMs));
        return new CarriedJob(job, Math.max(0, attempts), lines(record), stored, isJob);
    }

    /** A failed one, from its record on the topic of failed ones. */
    public static FailedJob failed(CarriedJob carried) {
        LogRecord record = carried.stored().record();
        return new FailedJob(
                carried.job(),
                carried.attempts(),
                text(record, ERROR).orElse(""),
                time(record, FAILED_AT).orElse(record.timeMs()),
                text(record, FAILED_FROM).orElse(""),
                carried.history());
    }

    private static String line(long nowMs, int attempt, String what) {
        return Instant.ofEpochMilli(nowMs) + " attempt " + attempt + ": " + oneLine(what);
    }

    private static List<Header> common(Job job, int attempts, List<String> lines) {
        List<Header> headers = new ArrayList<>();
        headers.add(Header.of("ce_id", job.id()));
        headers.add(Header.of("ce_source", "/daybook/jobs"));
        headers.add(Header.of("ce_specversion", "1.0"));
        headers.add(Header.of("ce_type", "daybook.job." + job.name()));
        headers.add(Header.of("ce_time", Instant.ofEpochMilli(job.pushedAtMs()).toString()));
        headers.add(Header.of("ce_partitionkey", job.uniqueKey().orElse(job.id())));
        headers.add(Header.of("content-type", "application/json"));
        headers.add(Header.of(JOB, job.name()));
        headers.add(Header.of(ATTEMPTS, Integer.toString(attempts)));
        headers.add(Header.of(PUSHED_AT, Instant.ofEpochMilli(job.pushedAtMs()).toString()));
        headers.add(Header.of(DUE_AT, Instant.ofEpochMilli(job.dueAtMs()).toString()));
        job.uniqueKey().ifPresent(key -> headers.add(Header.of(UNIQUE_KEY, key)));
        if (job.priority() != 0) {
            headers.add(Header.of(PRIORITY, Integer.toString(job.priority())));
        }
        if (!lines.isEmpty()) {
            headers.add(Header.of(
                    HISTORY, String.join("\n", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()))));
        }
        return headers;
    }

    private static List<String> lines(LogRecord record) {
        return text(record, HISTORY)
                .map(lines -> List.of(lines.split("\n", MOST_LINES)))
                .orElse(List.of());
    }

    private static Optional<String> text(LogRecord record, String header) {
        return record.header(header).filter(h -> h.value() != null).map(Header::text);
    }

    /** 0 if there is none, -1 if it is not a number. */
    private static int number(LogRecord record, String header) {
        try {
            return text(record, header).map(Integer::valueOf).orElse(0);
        } catch (NumberFormatException malformed) {
            return -1;
        }
    }

    private static Optional<Long> time(LogRecord record, String header) {
        try {
            return text(record, header).map(at -> Instant.parse(at).toEpochMilli());
        } catch (DateTimeParseException | ArithmeticException malformed) {
            return Optional.empty();
        }
    }

    private static String oneLine(String text) {
        String line = text.replace('\n', ' ').replace('\r', ' ');
        return line.length() <= MOST_CHARS ? line : line.substring(0, MOST_CHARS) + "...";
    }
}
