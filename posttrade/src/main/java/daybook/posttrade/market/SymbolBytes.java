package daybook.posttrade.market;

import daybook.events.Event;
import daybook.events.EventFormatException;
import daybook.events.EventJson;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.Side;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bytes of a {@link SymbolState} in the database, its bars excepted: those are rows. */
final class SymbolBytes {
    private static final int FORMAT = 1;

    private SymbolBytes() {}

    static byte[] write(SymbolState state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeBoolean(state.pending());
            writeInstrument(state, out);
            out.writeLong(state.incoming());
            out.writeInt(state.orders().size());
            for (SymbolState.OrderState order : state.orders()) {
                out.writeLong(order.id());
                out.writeByte((order.buy() ? 1 : 0) | (order.mayRest() ? 2 : 0) | (order.rests() ? 4 : 0));
                out.writeLong(order.price());
                out.writeLong(order.open());
            }
            out.writeInt(state.tape().size());
            for (TradeTick tick : state.tape()) {
                out.writeLong(tick.seq());
                out.writeLong(tick.tradeId());
                out.writeLong(tick.price());
                out.writeLong(tick.quantity());
                out.writeLong(tick.timeMicros());
                out.writeBoolean(tick.aggressor() == Side.BUY);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // into memory: cannot be
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalStateException if they are of another version of this program: the table may be deleted */
    static SymbolState read(String symbol, long seq, byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int format = in.readUnsignedByte();
            if (format != FORMAT) {
                throw new IllegalStateException("symbol_state: format " + format + " (expected: " + FORMAT + ")");
            }
            boolean pending = in.readBoolean();
            Optional<Instrument> instrument = readInstrument(in);
            long incoming = in.readLong();
            List<SymbolState.OrderState> orders = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                long id = in.readLong();
                int flags = in.readUnsignedByte();
                orders.add(new SymbolState.OrderState(
                        id, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, in.readLong(), in.readLong()));
            }
            List<TradeTick> tape = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                tape.add(new TradeTick(
                        in.readLong(),
                        in.readLong(),
                        symbol,
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        in.readBoolean() ? Side.BUY : Side.SELL));
            }
            return new SymbolState(symbol, seq, instrument, pending, orders, incoming, tape, Map.of());
        } catch (IOException | EventFormatException e) {
            throw new IllegalStateException("symbol_state: " + symbol + ": cannot be read", e);
        }
    }

    private static void writeInstrument(SymbolState state, DataOutputStream out) throws IOException {
        byte[] json = state.instrument()
                .map(instrument -> EventJson.toBytes(new InstrumentChanged(1, 0, instrument)))
                .orElse(new byte[0]);
        out.writeInt(json.length);
        out.write(json);
    }

    private static Optional<Instrument> readInstrument(DataInputStream in) throws IOException {
        byte[] json = in.readNBytes(in.readInt());
        if (json.length == 0) {
            return Optional.empty();
        }
        Event event = EventJson.readEvent(json);
        return Optional.of(((InstrumentChanged) event).instrument());
    }
}
