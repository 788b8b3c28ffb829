package daybook.bench;

import java.util.List;
import java.util.Map;

/** What a reader must know to judge a figure. */
final class Notes {
    private static final String LEDGER =
            "Ours reads and decodes JSON from the log, deduplicates, folds at average cost, and keeps marks, half-applied trades"
                    + " and the cursor; the bare batch only adds numbers up. Both store each fill and end each batch with a commit"
                    + " forced to disk. In a backlog ours appends how a position stands to the fill's row and writes the positions'"
                    + " own rows in bulk (docs/decisions/0017); the bare batch writes each at once.";
    private static final Map<String, String> BY_PREFIX = Map.ofEntries(
            Map.entry(
                    "durable",
                    "Ours journals commands and events, with checksums, and forces once per ring batch before any reply; exchange-core's"
                            + " journal holds commands only. Ours remembers every client order id; exchange-core has none beside the"
                            + " order's number. Ours has four threads (producer, exchange, journal write, zeros); exchange-core has its own five."),
            Map.entry(
                    "engine",
                    "Ours looks up account and symbol by name, checks ownership, limits and self-trade mode, and hands each decision to a"
                            + " listener; parity-match is a bare book, and its move is a cancel and an enter."),
            Map.entry(
                    "journal",
                    "The raw file has no header, no checksum and nothing to recover by. Both are zero-filled before the clock starts; what"
                            + " ours needs beyond its first 64 MiB is filled, and forced, within the time."),
            Map.entry(
                    "log",
                    "Ours frames, checksums, deduplicates (producer, seq) durably and keeps an index of offsets. Chronicle Queue maps its file,"
                            + " has an index and no checksums; its files grow within the time."),
            Map.entry(
                    "recovery-replay",
                    "The engine alone has the same commands in memory and compares nothing; replay reads them from the files, checks every"
                            + " checksum, and compares every event it decides with the one recorded."),
            Map.entry("recovery-snapshot", "The time to open an exchange, ready for the next order."),
            Map.entry(
                    "publisher",
                    "The raw file takes as many bytes as the log's files, forced every 1,000 records, with nothing to encode or to look up."),
            Map.entry(
                    "kafka-publisher",
                    "Ours reads the journal, checks every checksum, makes JSON and headers, keeps the contiguous acknowledged line, looks once a"
                            + " second whether the broker still has what it acknowledged, and saves its checkpoint; the raw producer sends"
                            + " ready bytes. Both: acks=all, idempotent, zstd, linger 5 ms, batches of 128 KiB. The broker shares the machine."),
            Map.entry(
                    "jobs",
                    "Both: one PostgreSQL (its defaults, 256 MB of shared buffers), commits forced, a connection per worker, opened before the"
                            + " clock starts. db-scheduler locks and fetches"
                            + " up to 4 tasks per thread in one statement, again below 1 per thread, polling every 100 ms (its documents' advice"
                            + " for throughput), and deletes each when it is done; it counts failures and not the handing-out. Ours counts each"
                            + " attempt durably before the job is handed out: in one step with the acknowledgement of the one before, or in"
                            + " two. Their p99 begins when the task's code does, ours when the job has been handed out."),
            Map.entry("ledger", LEDGER),
            Map.entry("postgres", LEDGER));

    private Notes() {}

    static List<String> of(String contestId) {
        return BY_PREFIX.entrySet().stream()
                .filter(e -> contestId.startsWith(e.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }
}
