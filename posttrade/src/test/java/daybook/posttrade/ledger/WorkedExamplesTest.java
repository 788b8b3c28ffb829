package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Positions and profits with published answers. Those that do not fit say why; a new one must be given a place here. */
class WorkedExamplesTest {
    private static final int SCALE = 8;

    private static final Map<String, String> REFUSED = Map.of(
            "propreports-lots", "FIFO by lots; this ledger keeps average cost",
            "inverse-average", "inverse contracts: the money of a fill is quantity / price, not price x quantity",
            "hyperliquid-real", "RealFillsTest");

    @Test
    void everyCaseHasAnAnswer() throws IOException {
        TreeSet<String> seen = new TreeSet<>();
        for (JsonNode example : cases()) {
            String id = example.get("id").asString();
            seen.add(id);
            switch (id) {
                case "three-methods" -> threeMethods(example);
                case "hmrc-hs284-example-3" -> pool(example);
                case "moomoo-baba" -> feesIn(example);
                default ->
                    assertThat(REFUSED).as("a case without a place: " + id).containsKey(id);
            }
        }
        assertThat(seen).containsAll(REFUSED.keySet()).hasSize(REFUSED.size() + 3);
    }

    private static void threeMethods(JsonNode example) {
        Position position = new Position(1, 2, new Pair("a", "X"), "USD");
        for (JsonNode row : example.get("fills")) {
            apply(position, row, BigDecimal.ZERO);
        }
        assertMoney(position.realised, example.get("gain").get("average").asString(), "0");
    }

    /** A pool with the costs in it: a fee becomes part of the price, which is how a user of average cost would book it. */
    private static void pool(JsonNode example) {
        Position position = new Position(1, 2, new Pair("a", "X"), "GBP");
        int step = 0;
        for (JsonNode row : example.get("fills")) {
            long before = position.realised;
            apply(position, row, new BigDecimal(row.get(3).asString()));
            JsonNode after = example.get("pool_after").get(step);
            assertThat(position.quantity).isEqualTo(after.get(0).asLong());
            assertMoney(
                    position.cost,
                    after.get(1).asString(),
                    example.get("tolerance").asString());
            JsonNode gain = example.get("gain").get(step++);
            if (!gain.isNull()) {
                assertMoney(
                        position.realised - before,
                        gain.asString(),
                        example.get("tolerance").asString());
            }
        }
    }

    private static void feesIn(JsonNode example) {
        Position position = new Position(1, 2, new Pair("a", "X"), "USD");
        int step = 0;
        for (JsonNode row : example.get("fills")) {
            apply(position, row, new BigDecimal(row.get(3).asString()));
            assertMoney(position.realised, example.get("realised").get(step++).asString(), "0");
        }
        assertMoney(
                position.cost,
                new BigDecimal(example.get("avg_cost").asString())
                        .multiply(BigDecimal.valueOf(100))
                        .toString(),
                "0");
    }

    /** @param fee in money, worked into the price of the whole fill */
    private static void apply(Position position, JsonNode row, BigDecimal fee) {
        Side side = Side.valueOf(row.get(0).asString());
        BigDecimal quantity = BigDecimal.valueOf(row.get(1).asLong());
        BigDecimal money = quantity.multiply(new BigDecimal(row.get(2).asString()));
        BigDecimal all = side == Side.BUY ? money.add(fee) : money.subtract(fee);
        long price = all.divide(quantity, SCALE, RoundingMode.HALF_EVEN)
                .movePointRight(SCALE)
                .longValueExact();
        Fill fill = new Fill(
                "f-1-B",
                1,
                1,
                1,
                "a",
                "X",
                side,
                price,
                quantity.longValueExact(),
                1,
                Liquidity.TAKER,
                0,
                "USD",
                SCALE,
                0,
                SCALE);
        position.apply(fill, fill.price(), fill.quantity());
    }

    private static void assertMoney(long units, String expected, String tolerance) {
        assertThat(BigDecimal.valueOf(units, SCALE)
                        .subtract(new BigDecimal(expected))
                        .abs())
                .as(BigDecimal.valueOf(units, SCALE) + " for " + expected)
                .isLessThanOrEqualTo(new BigDecimal(tolerance));
    }

    private static JsonNode cases() throws IOException {
        String set = System.getenv("SHARED_DATA");
        Path data =
                set != null ? Path.of(set) : Path.of(System.getProperty("daybook.root", "."), "..", "shared", "data");
        Path file = data.resolve("worked").resolve("pnl.json");
        if (!"1".equals(System.getenv("SHARED_DATA_REQUIRED"))) {
            assumeThat(file).as("set SHARED_DATA to run this").exists();
        }
        return new ObjectMapper().readTree(Files.readString(file)).get("cases");
    }
}
