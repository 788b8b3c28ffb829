package daybook.strategies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Timeframe;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BodiesTest {
    private static final SeriesKey SERIES = new SeriesKey("Binance", "crypto", " SPOT ", "BTCUSDT", Timeframe.MINUTE);
    private static final ClosedBar BAR = new ClosedBar(
            SERIES,
            "BTCUSDT",
            28_000_000,
            new ClosedBar.Window(1_680_000_000_000_000L, 1_680_000_060_000_000L),
            new ClosedBar.Prices(100, 110, 90, 105),
            new ClosedBar.Traded(7, 101, 3),
            new ClosedBar.Scales(2, 3));
    private static final OrderIntent INTENT = new OrderIntent(
            new OrderIntent.Cause(129, BAR.id(), 0),
            AccountKey.parse("account:daybook:alice:spot"),
            "BTCUSDT",
            new OrderIntent.Terms(Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 105, 10, new ClosedBar.Scales(2, 3)),
            new Fence("shard-1", 7));

    @Test
    void everyBodyIsReadBackAsItWasWritten() {
        EvaluateBatch batch = new EvaluateBatch(BAR, 1, 0, List.of(1L, 129L));
        OrderUpdate update =
                new OrderUpdate(INTENT, 2, OrderUpdate.Status.FILLED, 10, "v-1", "", 1_680_000_061_000_000L);

        assertThat(Bodies.readBar(Bodies.write(BAR))).isEqualTo(BAR);
        assertThat(Bodies.readBatch(Bodies.write(batch))).isEqualTo(batch);
        assertThat(Bodies.readIntent(Bodies.write(INTENT))).isEqualTo(INTENT);
        assertThat(Bodies.readUpdate(Bodies.write(update))).isEqualTo(update);
    }

    @Test
    void aFieldThatIsMissingOrOfAnotherKindIsNamed() {
        String bar = new String(Bodies.write(BAR), UTF_8);

        assertThatThrownBy(
                        () -> Bodies.readBar(bar.replace("\"close\":105,", "").getBytes(UTF_8)))
                .isInstanceOf(BadBodyException.class)
                .hasMessage("close: missing");
        assertThatThrownBy(() -> Bodies.readBar(bar.replace(":105,", ":\"x\",").getBytes(UTF_8)))
                .hasMessageStartingWith("close: x (expected: an integer");
        assertThatThrownBy(() -> Bodies.readBar("[]".getBytes(UTF_8))).hasMessageContaining("expected: a JSON object");
        assertThatThrownBy(() -> Bodies.readBatch(Bodies.write(BAR))).hasMessageStartingWith("type: BarClosed");
        assertThatThrownBy(() -> Bodies.readIntent(new String(Bodies.write(INTENT), UTF_8)
                        .replace("\"ordinal\":0", "\"ordinal\":1")
                        .getBytes(UTF_8)))
                .hasMessageStartingWith("intentId: ");
    }

    @Test
    void theSameFactHasTheSameIdWhoeverMakesIt() {
        // RFC 9562, appendix A.4: version 5 of www.example.com in the namespace for DNS.
        assertThat(DerivedId.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "www.example.com"))
                .isEqualTo(UUID.fromString("2ed6657d-e927-568b-95e1-2665a8aea6a2"));
        assertThat(BAR.id()).isEqualTo(ClosedBar.id(SeriesKey.parse("bar:binance:crypto:spot:btcusdt:1m"), 28_000_000));
        assertThat(ClosedBar.id(SeriesKey.parse("bar:okx:crypto:spot:btcusdt:1m"), 28_000_000))
                .isNotEqualTo(BAR.id());
    }
}
