package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the records of a topic, read beside the running venue or from a stopped one. */
@Command(
        name = "consume",
        description = "Print the records of a topic; follows it unless told to stop. Commits nothing.",
        footer = {
            "",
            "Examples:",
            "  daybook consume fills.v1 -e                       everything, then stop",
            "  daybook consume exchange.events.v1 -o -5 -e       the last five of each partition",
            "  daybook consume fills.v1 -o @2026-01-05T00:00:00Z -c 10 --json"
        })
final class ConsumeCommand implements Callable<Integer> {
    private static final int BATCH = 1_000;
    private static final long REST_MS = 20;

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Parameters(paramLabel = "TOPIC", description = "Name without prefix.")
    private String topic = "";

    @Option(
            names = {"-o", "--offset"},
            paramLabel = "O",
            description = "beginning, end, N, -N (the last N of each partition) or @TIME (RFC 3339 or ms); beginning.")
    private String offset = "beginning";

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            description = "Stop after so many records.")
    private long count = Long.MAX_VALUE;

    @Option(
            names = {"-e", "--exit"},
            description = "Stop at the end as it is now.")
    private boolean exit;

    @Option(names = "--from-partition", paramLabel = "P", description = "Only this partition.")
    private Optional<Integer> partition = Optional.empty();

    ConsumeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (count < 1) {
            throw new Failure(ExitCode.USAGE, "-c: " + count + " (expected: 1 or more)");
        }
        Place place = common.log(console);
        try (LogView view = LogView.of(place)) {
            TopicSpec spec = view.topic(topic);
            Map<TopicPartition, Long> next = new LinkedHashMap<>();
            Map<TopicPartition, Long> ends = new LinkedHashMap<>();
            for (int p = 0; p < spec.partitions(); p++) {
                if (partition.isEmpty() || partition.get() == p) {
                    TopicPartition at = new TopicPartition(spec.name(), p);
                    ends.put(at, view.log().endOffset(at));
                    next.put(at, start(view, at));
                }
            }
            if (next.isEmpty()) {
                throw new Failure(
                        ExitCode.NOT_FOUND,
                        "--from-partition: no such partition (expected: 0.." + (spec.partitions() - 1) + ")");
            }
            read(view, next, ends);
        }
        return ExitCode.OK.code();
    }

    private void read(LogView view, Map<TopicPartition, Long> next, Map<TopicPartition, Long> ends)
            throws InterruptedException {
        long left = count;
        while (left > 0 && !console.out().checkError()) {
            long before = left;
            for (Map.Entry<TopicPartition, Long> place : next.entrySet()) {
                left -= print(view, place, left, exit ? ends.getOrDefault(place.getKey(), 0L) : Long.MAX_VALUE);
            }
            boolean through =
                    exit && next.entrySet().stream().allMatch(e -> e.getValue() >= ends.getOrDefault(e.getKey(), 0L));
            if (through) {
                return;
            }
            if (left == before) {
                Thread.sleep(REST_MS);
            }
        }
    }

    private long print(LogView view, Map.Entry<TopicPartition, Long> place, long most, long end) {
        long room = Math.min(Math.min(BATCH, most), end - place.getValue());
        if (room <= 0) {
            return 0;
        }
        List<StoredRecord> records = view.log().read(place.getKey(), place.getValue(), (int) room);
        for (StoredRecord record : records) {
            print(view, record);
            place.setValue(record.offset() + 1);
        }
        return records.size();
    }

    private void print(LogView view, StoredRecord stored) {
        LogRecord record = stored.record();
        if (common.output().form() == OutputOptions.Form.TABLE) {
            console.out().write(record.value(), 0, record.value().length);
            console.out().write('\n');
            return;
        }
        Map<String, Object> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.name(), header.text());
        }
        Map<String, Object> json = Json.fields(
                "topic", view.topics().bareName(stored.place().topic()),
                "partition", stored.place().partition(),
                "offset", stored.offset(),
                "key", new String(record.key(), StandardCharsets.UTF_8),
                "headers", headers,
                "time", Instant.ofEpochMilli(record.timeMs()).toString(),
                "value", new String(record.value(), StandardCharsets.UTF_8));
        if (!isText(record.value())) {
            json.put("valueBase64", Base64.getEncoder().encodeToString(record.value()));
        }
        console.out().println(Json.write(json));
    }

    private long start(LogView view, TopicPartition at) {
        long first = view.log().startOffset(at);
        long end = view.log().endOffset(at);
        if (offset.equals("beginning")) {
            return first;
        }
        if (offset.equals("end")) {
            return end;
        }
        if (offset.matches("-[0-9]{1,18}")) {
            return Math.max(first, end + Long.parseLong(offset));
        }
        if (offset.matches("[0-9]{1,18}")) {
            return Long.parseLong(offset);
        }
        if (offset.startsWith("@")) {
            return view.log().offsetAt(at, Times.milliseconds("-o", offset.substring(1)));
        }
        throw new Failure(ExitCode.USAGE, "-o: " + offset + " (expected: beginning|end|N|-N|@TIME)");
    }

    private static boolean isText(byte[] value) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
            return true;
        } catch (CharacterCodingException bytes) {
            return false;
        }
    }
}
