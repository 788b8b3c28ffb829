package daybook.exchange.pipeline;

import daybook.exchange.matching.MatchingEngine;
import daybook.journal.Disk;
import daybook.journal.JournalException;
import daybook.journal.JournalReport;
import daybook.journal.JournalTailer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Replays a journal's commands with a fresh engine and compares every event with the recorded one, and each snapshot with the
 * state at its line. Finds what checksums cannot: an entry that was changed, swapped or taken out by somebody who repaired the
 * checksums. Changes nothing; also while the exchange runs.
 */
public final class ExchangeVerifier {
    private static final int ENTRIES_PER_POLL = 65_536;

    private final Disk disk;
    private final ExchangeHome home;
    private final SnapshotStore snapshots;
    private final RecoveryProgress progress;

    public ExchangeVerifier(Disk disk, ExchangeHome home, RecoveryProgress progress) {
        this.disk = disk;
        this.home = home;
        this.progress = progress;
        this.snapshots = new SnapshotStore(disk, home.snapshots(), home.venueId());
    }

    /**
     * What was found.
     *
     * @param fromCommandSeq first command replayed; above 1 if older ones have been pruned
     * @param commands commands whose events are as recorded
     * @param events events that are as recorded
     * @param snapshots snapshots that are the state at their line
     * @param fault the first thing that is wrong; empty if nothing is
     */
    public record Verification(long fromCommandSeq, long commands, long events, int snapshots, Optional<Fault> fault) {}

    /**
     * What is wrong.
     *
     * @param seq the first event concerned
     * @param what the message, with the place
     */
    public record Fault(long seq, String what) {}

    /**
     * Replays all that a look at the journal found readable.
     *
     * @throws ExchangeRefusedException if rules of another version made the events: what this one gives says nothing about them
     */
    public Verification verify(JournalReport report) {
        for (JournalReport.Segment segment : report.segments()) {
            int version = segment.info().engineVersion();
            if (version != MatchingEngine.VERSION) {
                throw new ExchangeRefusedException(
                        home.journal().resolve(segment.info().file()) + ": engine version: "
                                + version + " (expected: " + MatchingEngine.VERSION
                                + "); verify it with the program that wrote it, or its bytes alone with --quick");
            }
        }
        return verify(report.readableCommandSeq());
    }

    /**
     * Replays up to a line.
     *
     * @param lastCommandSeq the durable line
     */
    Verification verify(long lastCommandSeq) {
        try {
            return replay(new Replay(new MatchingEngine(), 0, 0), 0, lastCommandSeq);
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.NOT_KEPT) {
                throw e;
            }
            return fromOldestSnapshot(lastCommandSeq, e);
        }
    }

    private Verification fromOldestSnapshot(long lastCommandSeq, JournalException pruned) {
        List<Long> all = snapshots.newestFirst();
        if (all.isEmpty()) {
            throw pruned;
        }
        Snapshot oldest = snapshots.read(all.get(all.size() - 1));
        SnapshotHeader header = oldest.header();
        Replay replay = new Replay(snapshots.engine(oldest), header.commandSeq(), header.timeMicros());
        return replay(replay, header.commandSeq(), lastCommandSeq);
    }

    private Verification replay(Replay replay, long done, long last) {
        long eventsBefore = replay.seq();
        int compared = 0;
        Optional<Fault> fault = Optional.empty();
        try (JournalTailer tailer = JournalTailer.entries(disk, home.journal(), done + 1)) {
            for (long line : snapshotLines(done, last)) {
                advance(tailer, replay, line, last - done);
                requireState(replay, line);
                compared++;
            }
            advance(tailer, replay, last, last - done);
        } catch (ReplayDifferenceException e) {
            fault = Optional.of(new Fault(e.seq(), String.valueOf(e.getMessage())));
        } catch (SnapshotDamagedException | ExchangeRefusedException e) {
            fault = Optional.of(new Fault(replay.seq(), String.valueOf(e.getMessage())));
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.NOT_KEPT) {
                throw e;
            }
            fault = Optional.of(new Fault(replay.seq() + 1, String.valueOf(e.getMessage())));
        }
        long whole = fault.isEmpty() ? replay.commands() : Math.max(0, replay.commands() - 1);
        return new Verification(done + 1, whole, replay.comparedSeq() - eventsBefore, compared, fault);
    }

    private void advance(JournalTailer tailer, Replay replay, long line, long total) {
        while (tailer.poll(line, ENTRIES_PER_POLL, replay) > 0) {
            progress.replayed(replay.commands(), total);
        }
        if (replay.commandSeq() != line) {
            throw new ReplayDifferenceException(
                    replay.seq() + 1,
                    replay.commandSeq() + 1,
                    "the commands end at " + replay.commandSeq() + " (expected: " + line + ")");
        }
    }

    private void requireState(Replay replay, long line) {
        Snapshot recorded = snapshots.read(line);
        long now = Snapshot.of(recorded.header(), replay.engine()).stateHash();
        if (recorded.header().seq() != replay.seq() || recorded.stateHash() != now) {
            throw new ReplayDifferenceException(
                    replay.seq(), line, snapshots.path(line) + ": is not the state that the commands give");
        }
    }

    /** Lines of the snapshots that a replay passes, rising. */
    private List<Long> snapshotLines(long done, long last) {
        List<Long> lines = new ArrayList<>(snapshots.newestFirst());
        lines.removeIf(line -> line <= done || line > last);
        Collections.reverse(lines);
        return lines;
    }
}
