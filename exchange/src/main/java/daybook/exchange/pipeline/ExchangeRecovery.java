package daybook.exchange.pipeline;

import daybook.exchange.matching.MatchingEngine;
import daybook.journal.Journal;
import daybook.journal.JournalSettings;
import daybook.journal.JournalTailer;
import daybook.journal.ProvenLine;
import daybook.journal.Recovery;
import daybook.journal.SegmentInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings back the state that the journal's commands give: newest whole snapshot, then every command behind it decided again, each
 * event compared with the recorded one. Any difference refuses to start: a venue must not go on from a state it cannot explain.
 */
final class ExchangeRecovery {
    private static final int ENTRIES_PER_POLL = 65_536;

    private final ExchangeHome home;
    private final ExchangePorts ports;
    private final int engineVersion;
    private final SnapshotStore snapshots;

    /** @param engineVersion version of the rules that this program has */
    ExchangeRecovery(ExchangeHome home, ExchangePorts ports, int engineVersion) {
        this.home = home;
        this.ports = ports;
        this.engineVersion = engineVersion;
        this.snapshots = new SnapshotStore(ports.disk(), home.snapshots(), home.venueId());
    }

    /** The state, and the journal, open and locked, that goes on from it. */
    record Opened(MatchingEngine engine, Journal journal, VenueTime time, SnapshotStore snapshots, Recovered report) {}

    /**
     * Recovers.
     *
     * @throws ExchangeRefusedException if a snapshot or segment is another venue's or needs another version
     * @throws ReplayDifferenceException if the commands do not give the recorded events
     * @throws daybook.journal.JournalException if the journal cannot be trusted
     */
    Opened open() {
        SnapshotStore.Found found = snapshots.newest();
        Journal journal = openJournal(found.snapshot());
        boolean recovered = false;
        try {
            snapshots.discardPrepared();
            Opened opened = recover(journal, found);
            recovered = true;
            return opened;
        } finally {
            if (!recovered) {
                journal.close();
            }
        }
    }

    /** The snapshot was named only after the durable line had passed it, so a journal that ends below it has lost something. */
    private Journal openJournal(Optional<Snapshot> snapshot) {
        List<ProvenLine> proven = new ArrayList<>(home.proven());
        snapshot.map(Snapshot::header)
                .ifPresent(header -> proven.add(new ProvenLine("snapshot", header.seq(), header.commandSeq())));
        JournalSettings settings =
                JournalSettings.of(home.venueId(), engineVersion).withSegmentBytes(home.segmentBytes());
        return Journal.open(ports.journal(), home.journal(), settings, proven);
    }

    private Opened recover(Journal journal, SnapshotStore.Found found) {
        Recovery ends = journal.recovery();
        Optional<SnapshotHeader> from = found.snapshot().map(Snapshot::header);
        long done = from.map(SnapshotHeader::commandSeq).orElse(0L);
        requireVersion(ends, done);

        long began = ports.nanos().getAsLong();
        MatchingEngine engine = found.snapshot().map(snapshots::engine).orElseGet(MatchingEngine::new);
        long time = from.map(SnapshotHeader::timeMicros).orElse(0L);
        Replay replay = new Replay(engine, done, time);
        replay(journal, replay, done, ends.lastCommandSeq());
        if (replay.seq() != ends.lastSeq()) {
            throw new ReplayDifferenceException(
                    replay.seq() + 1, replay.commandSeq(), "the journal ends at seq " + ends.lastSeq());
        }
        Recovered report = new Recovered(
                done,
                replay.commands(),
                ends.lastCommandSeq(),
                ends.lastSeq(),
                ports.nanos().getAsLong() - began,
                ends.cleanlyClosed(),
                warnings(found, ends));
        return new Opened(engine, journal, new VenueTime(ports.micros(), replay.lastTime()), snapshots, report);
    }

    private void replay(Journal journal, Replay replay, long done, long last) {
        long total = last - done;
        ports.progress().replayed(0, total);
        if (total == 0) {
            return;
        }
        try (JournalTailer tailer = journal.entries(done + 1)) {
            while (tailer.poll(last, ENTRIES_PER_POLL, replay) > 0) {
                ports.progress().replayed(replay.commands(), total);
            }
        }
        if (replay.commandSeq() != last) {
            throw new ExchangeRefusedException(
                    home.journal() + ": the commands end at " + replay.commandSeq() + " (expected: " + last + ")");
        }
    }

    /** Old commands are decided only by the rules that decided them first. */
    private void requireVersion(Recovery ends, long done) {
        if (done == ends.lastCommandSeq()) {
            return; // nothing is decided again
        }
        for (SegmentInfo segment : needed(ends.segments(), done)) {
            requireVersion(home.journal().resolve(segment.file()).toString(), segment.engineVersion());
        }
    }

    private void requireVersion(String what, int found) {
        if (found != engineVersion) {
            throw new ExchangeRefusedException(what + ": engine version: " + found + " (expected: " + engineVersion
                    + "); start the program with engine version " + found
                    + " once and stop it in order: it leaves a snapshot from which this one goes on");
        }
    }

    /** Segments that hold a command above {@code done}. */
    private static List<SegmentInfo> needed(List<SegmentInfo> segments, long done) {
        List<SegmentInfo> needed = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            boolean whollyBelow = i + 1 < segments.size() && segments.get(i + 1).baseCommandSeq() <= done + 1;
            if (!whollyBelow) {
                needed.add(segments.get(i));
            }
        }
        return needed;
    }

    private static List<String> warnings(SnapshotStore.Found found, Recovery ends) {
        List<String> warnings = new ArrayList<>();
        found.damaged().forEach(what -> warnings.add("snapshot passed over: " + what));
        ends.cut().ifPresent(cut -> warnings.add(cut.warning()));
        return warnings;
    }
}
