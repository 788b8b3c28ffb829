package daybook.exchange.pipeline;

import daybook.exchange.matching.MatchingEngine;
import daybook.exchange.matching.SnapshotOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The venue's whole state after one command, as bytes in memory.
 *
 * @param state the engine's bytes in pieces; each piece is all between its position and limit, and stays as it is
 */
record Snapshot(SnapshotHeader header, List<ByteBuffer> state) {
    private static final int PIECE_BYTES = 1 << 20;

    /** Copies an engine's state. */
    static Snapshot of(SnapshotHeader header, MatchingEngine engine) {
        List<ByteBuffer> pieces = new ArrayList<>();
        SnapshotOutput out = new SnapshotOutput(
                PIECE_BYTES,
                piece -> pieces.add(
                        ByteBuffer.allocate(piece.remaining()).put(piece).flip()));
        engine.writeTo(out);
        out.finish();
        return new Snapshot(header, pieces);
    }

    long stateBytes() {
        long bytes = 0;
        for (ByteBuffer piece : state) {
            bytes += piece.remaining();
        }
        return bytes;
    }

    long stateHash() {
        StateHash hash = new StateHash();
        state.forEach(hash::add);
        return hash.value();
    }
}
