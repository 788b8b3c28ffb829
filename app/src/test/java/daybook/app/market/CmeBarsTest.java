package daybook.app.market;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import daybook.events.Timeframe;
import daybook.exchange.reference.SharedData;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Goal: trades of a CME future give the vendor's minutes. Method: both files are Databento's DBN (version in the fourth byte, then the
 * length of the metadata; each record says its length in words); integer prices of 10^-9, in ticks of 0.25.
 */
class CmeBarsTest {
    private static final long TICK = 250_000_000;
    private static final int TRADE = 0;
    private static final int MINUTE_BAR = 33;

    /** A record without its header. */
    private record Dbn(int type, long instrument, long timeNs, ByteBuffer body) {}

    @Test
    void tradesGiveTheVendorsMinutes() throws IOException {
        BarBuilder builder = new BarBuilder("ESU4", ZoneOffset.UTC, List.of(Timeframe.MINUTE));
        TreeSet<Long> minutes = new TreeSet<>();
        long instrument = 0;
        long id = 0;
        for (Dbn each : records("futures_trades_2024-07-01T23-58_2024-07-02T00-02.dbn.zst")) {
            if (each.type == TRADE) {
                instrument = each.instrument;
                builder.take(new BarBuilder.Tick(
                        ++id, each.timeNs / 1_000, each.body.getLong(0) / TICK, each.body.getInt(8)));
                minutes.add(each.timeNs / 60_000_000_000L);
            }
        }
        builder.advance((minutes.last() + 1) * 60_000_000L);
        Map<Long, String> theirs = new HashMap<>();
        for (Dbn each : records("futures_ohlcv-1m_2024-07-01T23-40_2024-07-02T00-10.dbn.zst")) {
            if (each.type == MINUTE_BAR && each.instrument == instrument) {
                theirs.put(
                        each.timeNs / 60_000_000_000L,
                        each.body.getLong(0) / TICK + " " + each.body.getLong(8) / TICK + " "
                                + each.body.getLong(16) / TICK + " " + each.body.getLong(24) / TICK + " "
                                + each.body.getLong(32));
            }
        }

        List<Bar> built = builder.closed();

        assertThat(id).isEqualTo(120);
        assertThat(built).hasSize(4);
        for (Bar bar : built) {
            assertThat(bar.open() + " " + bar.high() + " " + bar.low() + " " + bar.close() + " " + bar.volume())
                    .isEqualTo(theirs.get(bar.startMicros() / 60_000_000));
        }
    }

    private static List<Dbn> records(String name) throws IOException {
        try (InputStream in = new ZstdInputStream(Files.newInputStream(SharedData.file("cme_es_bars/" + name)))
                .setContinuous(false)) {
            ByteBuffer all = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            List<Dbn> records = new ArrayList<>();
            for (int at = 8 + all.getInt(4); at < all.limit(); at += 4 * all.get(at)) {
                ByteBuffer body = all.slice(at + 16, 4 * all.get(at) - 16).order(ByteOrder.LITTLE_ENDIAN);
                records.add(new Dbn(all.get(at + 1), all.getInt(at + 4), all.getLong(at + 8), body));
            }
            return records;
        }
    }
}
