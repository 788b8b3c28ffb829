package daybook.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodecTest {
    private static final String LONG_NAME = "x".repeat(255);

    @Test
    void everyEventComesBackAsItWas() {
        for (Event event : Samples.events()) {
            assertThat(EventCodec.decode(event.seq(), encoded(event))).isEqualTo(event);
        }
    }

    @Test
    void everyCommandComesBackAsItWasWithItsTime() {
        for (Command command : Samples.commands()) {
            assertThat(CommandCodec.decode(encoded(command))).isEqualTo(new CommandCodec.Timed(Samples.TIME, command));
        }
    }

    @Test
    void everyKindHasASample() {
        assertThat(Samples.events()).extracting(Event::kind).contains(Event.Kind.values());
        assertThat(Samples.commands()).extracting(Command::kind).contains(Command.Kind.values());
    }

    @Test
    void theBytesOfATradeAreTheDocumentedOnes() {
        String hex = "0501020000000000" // trade, version 1, aggressor SELL
                + hexLong(Samples.TIME)
                + hexLong(5)
                + hexLong(150_005)
                + hexLong(3)
                + hexLong(11)
                + hexLong(12)
                + "04494e4659" // INFY
                + "05616c696365" // alice
                + "03626f62"; // bob

        assertThat(HexFormat.of().formatHex(bytes(encoded(Samples.trade())))).isEqualTo(hex);
    }

    @Test
    void theCodesOfConstantsNeverChange() {
        assertThat(names(Side.values())).isEqualTo("BUY SELL");
        assertThat(names(OrderType.values())).isEqualTo("LIMIT MARKET");
        assertThat(names(TimeInForce.values())).isEqualTo("GTC DAY IOC FOK POST_ONLY");
        assertThat(names(SessionState.values())).isEqualTo("CLOSED AUCTION OPEN HALTED");
        assertThat(names(SelfTradeMode.values())).isEqualTo("CANCEL_RESTING CANCEL_INCOMING CANCEL_BOTH NONE");
        assertThat(names(CancelReason.values()))
                .isEqualTo("CLIENT_REQUEST SELF_TRADE_PREVENTION NO_LIQUIDITY MODIFIED_TO_ZERO KILL_SWITCH EXPIRED");
        assertThat(names(RejectReason.values()))
                .isEqualTo(
                        "UNKNOWN_SYMBOL INVALID_PRICE INVALID_QUANTITY PRICE_NOT_ON_TICK PRICE_OUTSIDE_BAND"
                                + " SESSION_NOT_OPEN UNKNOWN_ORDER DUPLICATE_CLIENT_ORDER_ID RATE_LIMITED ACCOUNT_DISABLED"
                                + " WOULD_TAKE CANNOT_FILL INSUFFICIENT KILL_SWITCH INVALID_SETTING ORDER_FILLED ORDER_CANCELLED");
    }

    @Test
    void eachCommandKindHasTheLayoutOfItsName() {
        for (Command.Kind kind : Command.Kind.values()) {
            PayloadLayout layout = PayloadLayout.valueOf(kind.name());
            assertThat(layout.code - PayloadLayout.NEW_ORDER.code + 1).isEqualTo(PayloadWriter.code(kind));
        }
    }

    @Test
    void aTargetIsGivenEachCommandAsItWas() {
        CommandReader reader = new CommandReader();
        for (Command command : Samples.commands()) {
            Rebuilt rebuilt = new Rebuilt();

            assertThat(reader.read(encoded(command), rebuilt)).isEqualTo(Samples.TIME);

            assertThat(rebuilt.command()).isEqualTo(command);
        }
    }

    @Test
    void anEventIsNoCommand() {
        ByteBuffer event = encoded(Samples.events().get(0));

        assertThatThrownBy(() -> new CommandReader().read(event, new Rebuilt()))
                .isInstanceOf(EventFormatException.class)
                .hasMessageContaining("expected: a command");
    }

    @Test
    void aPayloadCutAnywhereIsRefused() {
        for (ByteBuffer payload : allPayloads()) {
            byte[] whole = bytes(payload);
            for (int length = 0; length < whole.length; length++) {
                refuse(Arrays.copyOf(whole, length));
            }
            refuse(Arrays.copyOf(whole, whole.length + 1));
        }
    }

    @Test
    void noBytesMakeTheDecoderFailInAnotherWay() {
        long seed = 20_261_129L;
        Random random = new Random(seed);
        List<ByteBuffer> payloads = allPayloads();
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = bytes(payloads.get(random.nextInt(payloads.size())));
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                decodeAny(bytes);
            } catch (EventFormatException expected) {
                assertThat(expected).as("seed " + seed).hasMessageContaining("expected");
            }
        }
    }

    @Test
    void anUnknownTypeOrVersionIsRefused() {
        byte[] trade = bytes(encoded(Samples.trade()));

        assertThatThrownBy(() -> decodeAny(with(trade, 0, 120))).hasMessageContaining("type: 120");
        assertThatThrownBy(() -> decodeAny(with(trade, 1, 2))).hasMessageContaining("version: 2");
        assertThatThrownBy(() -> decodeAny(with(trade, 2, 3))).hasMessageContaining("code: 3 (expected: 1..2)");
        assertThatThrownBy(() -> decodeAny(with(trade, 7, 1))).hasMessageContaining("unused code");
    }

    @Test
    void aCommandIsNotTakenForAnEventNorTheOtherWayRound() {
        ByteBuffer command = encoded(Samples.commands().get(0));
        ByteBuffer event = encoded(Samples.trade());

        assertThatThrownBy(() -> EventCodec.decode(1, command)).isInstanceOf(EventFormatException.class);
        assertThatThrownBy(() -> CommandCodec.decode(event)).isInstanceOf(EventFormatException.class);
    }

    @Test
    void theLongestNamesFitIntoTheDeclaredMaximum() {
        Event event = new OrderAccepted(
                1,
                Samples.TIME,
                1,
                LONG_NAME,
                LONG_NAME,
                LONG_NAME,
                Side.BUY,
                OrderType.LIMIT,
                TimeInForce.DAY,
                Long.MAX_VALUE,
                Long.MAX_VALUE);

        assertThat(EventCodec.decode(1, encoded(event))).isEqualTo(event);
    }

    @Test
    void namesThatAPayloadCannotHoldAreRefusedOnWriting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoded(new Command.CancelOrder(LONG_NAME + "x", 1)))
                .withMessageContaining("name length: 256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoded(new Command.CancelOrder("zoë", 1)))
                .withMessageContaining("ASCII");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoded(new OrderCancelled(1, 1, 1, "zoë", "A", 1, CancelReason.EXPIRED)));
    }

    private static List<ByteBuffer> allPayloads() {
        List<ByteBuffer> payloads = new ArrayList<>();
        Samples.events().forEach(e -> payloads.add(encoded(e)));
        Samples.commands().forEach(c -> payloads.add(encoded(c)));
        return payloads;
    }

    private static void refuse(byte[] bytes) {
        assertThatThrownBy(() -> decodeAny(bytes)).isInstanceOf(EventFormatException.class);
    }

    private static void decodeAny(byte[] bytes) {
        ByteBuffer payload = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length > 0 && bytes[0] >= PayloadLayout.NEW_ORDER.code) {
            CommandCodec.decode(payload);
        } else {
            EventCodec.decode(1, payload);
        }
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    private static ByteBuffer encoded(Event event) {
        ByteBuffer to = buffer();
        EventCodec.encode(event, to);
        return to.flip();
    }

    private static ByteBuffer encoded(Command command) {
        ByteBuffer to = buffer();
        CommandCodec.encode(command, Samples.TIME, to);
        return to.flip();
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(EventCodec.MAX_PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return bytes;
    }

    private static String hexLong(long value) {
        return HexFormat.of().toHexDigits(Long.reverseBytes(value));
    }

    private static String names(Enum<?>[] constants) {
        StringBuilder names = new StringBuilder();
        for (Enum<?> constant : constants) {
            names.append(names.isEmpty() ? "" : " ").append(constant.name());
        }
        return names.toString();
    }
}
