package daybook.app.dlq;

import daybook.app.Json;
import daybook.delivery.DeadLetter;
import daybook.events.Topics;
import daybook.log.Header;
import daybook.log.LogRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Dead letters as fields. */
final class LetterJson {
    private LetterJson() {}

    /** One line of a list. */
    static Map<String, Object> row(LetterId id, DeadLetter letter, Topics topics, Instant now) {
        long ageMs = Math.max(0, now.toEpochMilli() - letter.parkedAtMs());
        return Json.fields(
                "id", id.toString(),
                "service", id.service(),
                "topic", topics.bareName(letter.record().place().topic()),
                "partition", letter.record().place().partition(),
                "offset", letter.record().offset(),
                "key", new String(letter.record().record().key(), StandardCharsets.UTF_8),
                "attempts", letter.attempts(),
                "state", letter.state().text(),
                "replays", letter.handling().replays(),
                "age", age(Duration.ofMillis(ageMs)),
                "ageMs", ageMs,
                "error", letter.error());
    }

    /** Everything about one. */
    static Map<String, Object> whole(LetterId id, DeadLetter letter, Topics topics, Instant now) {
        Map<String, Object> fields = row(id, letter, topics, now);
        LogRecord record = letter.record().record();
        fields.put("parkedAt", Instant.ofEpochMilli(letter.parkedAtMs()).toString());
        fields.put("recordTime", Instant.ofEpochMilli(record.timeMs()).toString());
        fields.put("headers", record.headers().stream().map(LetterJson::header).toList());
        putBytes(fields, "value", record.value());
        letter.handling().repaired().ifPresent(body -> putBytes(fields, "repairedValue", body));
        if (!letter.handling().changedBy().isEmpty()) {
            fields.put(
                    "changedAt",
                    Instant.ofEpochMilli(letter.handling().changedAtMs()).toString());
            fields.put("changedBy", letter.handling().changedBy());
        }
        if (!letter.handling().reason().isEmpty()) {
            fields.put("reason", letter.handling().reason());
        }
        return fields;
    }

    private static Map<String, Object> header(Header header) {
        Map<String, Object> fields = Json.fields("name", header.name());
        putBytes(fields, "value", header.value());
        return fields;
    }

    /** Text as it is; other bytes in base 64, under a name that says so. */
    private static void putBytes(Map<String, Object> fields, String name, byte[] bytes) {
        Optional<String> text = text(bytes);
        fields.put(
                text.isPresent() ? name : name + "Base64",
                text.orElseGet(() -> Base64.getEncoder().encodeToString(bytes)));
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    /** Its largest unit, as people say it. */
    private static String age(Duration age) {
        for (Map.Entry<String, Long> unit :
                List.of(Map.entry("d", age.toDays()), Map.entry("h", age.toHours()), Map.entry("m", age.toMinutes()))) {
            if (unit.getValue() > 0) {
                return unit.getValue() + unit.getKey();
            }
        }
        return age.toSeconds() + "s";
    }
}
