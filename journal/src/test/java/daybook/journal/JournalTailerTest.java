package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JournalTailerTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);

    private final SimDisk disk = new SimDisk();
    private final List<String> seen = new ArrayList<>();
    private Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void readsAcrossSegments() {
        Entries.batches(writer(), 100);
        assertThat(SegmentName.segments(disk, DIRECTORY)).hasSizeGreaterThan(5);

        assertThat(poll(journal.events(1), writer().durableSeq())).isEqualTo(events(1, Entries.eventsIn(100)));
    }

    @Test
    void startsAtAnySeqAndAtAnyCommand() {
        Entries.batches(writer(), 60);
        long last = writer().durableSeq();

        for (long from = 1; from <= last + 1; from++) {
            assertThat(poll(journal.events(from), last)).isEqualTo(events(from, last));
        }
        for (long from = 1; from <= 60; from++) {
            List<String> all = Entries.expected(60);
            int first = all.indexOf(from % 4 == 0 ? "c" + from + "|" : "c" + from);
            assertThat(poll(journal.entries(from), 60)).isEqualTo(all.subList(first, all.size()));
        }
    }

    @Test
    void neverPassesTheDurableLine() {
        Entries.batches(writer(), 3);
        long line = writer().durableSeq();
        Entries.group(writer(), 3);
        writer().write();

        JournalTailer events = journal.events(1);
        assertThat(poll(events, line)).isEqualTo(events(1, line));
        assertThat(poll(events, line)).isEmpty();
        assertThat(poll(journal.entries(1), writer().durableCommandSeq())).isEqualTo(Entries.expected(3));
    }

    @Test
    void neverShowsMoreThanAskedForAndGoesOnThere() {
        Entries.batches(writer(), 40);
        long last = writer().durableSeq();
        JournalTailer tailer = journal.events(1);

        while (tailer.poll(last, 7, Entries.into(seen)) == 7) {
            assertThat(seen.size() % 7).isZero();
        }

        assertThat(withoutMarks()).isEqualTo(events(1, last));
    }

    @Test
    void followsALiveWriter() {
        JournalTailer tailer = journal.events(1);
        for (int i = 0; i < 200; i++) {
            assertThat(tailer.poll(writer().durableSeq(), 1000, Entries.into(seen)))
                    .isBetween(0, 3);
            Entries.batches(writer(), 1);
            if (i % 5 == 0) {
                writer().idle();
            }
        }
        tailer.poll(writer().durableSeq(), 1000, Entries.into(seen));

        assertThat(withoutMarks()).isEqualTo(events(1, writer().durableSeq()));
    }

    @Test
    void waitsAtAHalfWrittenRecordAndReadsItWhenItIsComplete() {
        Entries.batches(writer(), 6);
        long last = writer().durableSeq();
        journal.close();
        Path segment = SegmentName.segments(disk, DIRECTORY).get(0);
        byte[] whole = disk.bytes(segment);
        Path other = Path.of("/other").resolve(SegmentName.of(segment));

        int half = whole.length - Stamp.FRAME_BYTES - 20;
        disk.put(other, java.util.Arrays.copyOf(whole, half));
        JournalTailer tailer = JournalTailer.events(disk, Path.of("/other"), 1);
        assertThat(poll(tailer, last - 2)).isEqualTo(events(1, last - 2));
        assertThat(poll(tailer, last - 2)).isEmpty();

        disk.put(other, whole);
        assertThat(poll(tailer, last)).isEqualTo(events(last - 1, last));
    }

    @Test
    void aMissingJournalHasNothingYet() {
        JournalTailer tailer = JournalTailer.events(disk, Path.of("/missing"), 1);

        assertThat(tailer.poll(100, 10, Entries.into(seen))).isZero();
    }

    @Test
    void aDamagedRecordBelowTheLineThrows() {
        Entries.batches(writer(), 6);
        Path segment = SegmentName.segments(disk, DIRECTORY).get(0);
        long offset = offsetOf(segment, "e4 of c3");
        disk.flipBit(segment, offset, 3);

        JournalTailer tailer = journal.events(1);
        assertThatThrownBy(() -> tailer.poll(writer().durableSeq(), 1000, Entries.into(seen)))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(SegmentName.of(segment))
                .hasMessageContaining("offset " + (offset - Frame.HEADER_BYTES) + ", seq 4:");
        assertThat(withoutMarks()).isEqualTo(events(1, 3));
    }

    @Test
    void aSeqThatGoesBackwardsIsAnError() {
        Entries.batches(writer(), 6);
        journal.close();
        Path segment = SegmentName.segments(disk, DIRECTORY).get(0);
        byte[] bytes = disk.bytes(segment);
        // Event 4 once more, where event 5 was; its checksums are good.
        int fourth = (int) offsetOf(segment, "e4 of c3") - Frame.HEADER_BYTES;
        int fifth = (int) offsetOf(segment, "e5 of c3") - Frame.HEADER_BYTES;
        System.arraycopy(bytes, fourth, bytes, fifth, Frame.sizeOf("e4 of c3".length()));
        disk.put(segment, bytes);

        JournalTailer tailer = JournalTailer.events(disk, DIRECTORY, 1);
        assertThatThrownBy(() -> tailer.poll(6, 1000, Entries.into(seen)))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("seq: 4 (expected: 5)");
    }

    @Test
    void readsArchivedSegmentsAndSurvivesArchivingUnderItsFeet() {
        Entries.batches(writer(), 100);
        long last = writer().durableSeq();
        JournalTailer before = journal.events(1);
        before.poll(last, 10, Entries.into(seen));
        JournalArchive archive = new JournalArchive(disk, DIRECTORY);

        assertThat(archive.archive(last)).hasSizeGreaterThan(3);

        while (before.poll(last, 100, Entries.into(seen)) > 0) {}
        assertThat(withoutMarks()).isEqualTo(events(1, last));
        assertThat(poll(journal.events(1), last)).isEqualTo(events(1, last));
        assertThat(poll(journal.events(33), last)).isEqualTo(events(33, last));
    }

    @Test
    void whatWasPrunedIsSaidToBeGone() {
        Entries.batches(writer(), 100);
        long last = writer().durableSeq();
        JournalArchive archive = new JournalArchive(disk, DIRECTORY);
        archive.archive(last);
        archive.prune(60);
        long first = JournalReport.of(disk, DIRECTORY).firstSeq();
        assertThat(first).isBetween(30L, 61L);

        JournalTailer gone = journal.events(first - 1);
        assertThatThrownBy(() -> gone.poll(last, 10, Entries.into(seen)))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.NOT_KEPT));
        assertThat(poll(journal.events(first), last)).isEqualTo(events(first, last));
        journal.close();
        journal = Journal.open(disk, DIRECTORY, SETTINGS);
        assertThat(journal.recovery().lastSeq()).isEqualTo(last);
    }

    private JournalWriter writer() {
        return journal.writer();
    }

    private static List<String> poll(JournalTailer tailer, long upTo) {
        List<String> shown = new ArrayList<>();
        while (tailer.poll(upTo, 1000, Entries.into(shown)) > 0) {}
        return !shown.isEmpty() && shown.get(0).startsWith("e")
                ? shown.stream().map(JournalTailerTest::name).toList()
                : shown;
    }

    private List<String> withoutMarks() {
        return seen.stream().map(JournalTailerTest::name).toList();
    }

    private static String name(String entry) {
        return entry.substring(0, entry.indexOf(' '));
    }

    private static List<String> events(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(seq -> "e" + seq).toList();
    }

    private long offsetOf(Path segment, String text) {
        String all = new String(disk.bytes(segment), java.nio.charset.StandardCharsets.ISO_8859_1);
        int at = all.indexOf(text);
        assertThat(at).isPositive();
        return at;
    }
}
