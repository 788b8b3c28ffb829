package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C10, from outside: a fill that the ledger cannot read, from the moment it comes until its account is trusted again. */
class DlqCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void aBadFillIsSeenRepairedAndReplayedAndNothingElseWaits() throws IOException {
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 0", 0));
            produce("demo", fill(900_000_001, "demo", "5"));
            produce("demo", fill(900_000_002, "demo", "\"five\""));
            produce("demo", fill(900_000_003, "demo", "2"));
            produce("other", fill(900_000_004, "other", "1"));

            typist.await("\"quantity\":\"7\"", "positions", "--account", "demo", "--json");
            typist.await("\"pending\":true", "positions", "--account", "demo", "--json");
            typist.await("\"pending\":false", "positions", "--account", "other", "--json");
            typist.await("1 records are parked", "status");
            assertThat(run("status", "--json").out())
                    .contains(
                            "\"state\":\"amber\"",
                            "\"deadLetters\":1",
                            "\"oldestDeadLetterAgeMs\":",
                            "\"heldRecords\":0");
            itIsListedAndShown();
            itIsOnItsTopic(typist);
            whatIsNotThereOrMakesNoSenseIsRefused();

            Ran repaired = run("dlq", "repair", "ledger-1", "--set", "quantity=3", "--json");
            assertThat(repaired.exit()).as(repaired.err()).isZero();
            assertThat(repaired.out()).contains("\"state\":\"repaired\"", "\"changedBy\":\"token ");
            assertThat(run("positions", "--account", "demo", "--json").out()).contains("\"pending\":true");
            for (int i = 0; i < 2; i++) {
                Ran replayed = run("dlq", "replay", "ledger-1", "--json");
                assertThat(replayed.exit()).as(replayed.err()).isZero();
                assertThat(replayed.out()).contains("\"state\":\"replayed\"");
                assertThat(run("positions", "--account", "demo", "--json").out())
                        .contains("\"quantity\":\"10\"", "\"pending\":false");
            }
            assertThat(run("dlq", "list", "--json").out()).isEqualToIgnoringNewLines("[]");
            typist.await("green", "status");
        }
    }

    /** Without a running venue the same commands do the same. */
    @Test
    void onAStoppedDirectoryItIsDiscarded() throws IOException {
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 0", 0));
            produce("demo", fill(900_000_001, "demo", "5"));
            produce("demo", "not a fill");
            typist.await("ledger-1", "dlq", "list");
        }

        assertThat(run("dlq", "discard", "ledger-1", "--reason", "a drill").exit())
                .isEqualTo(2);
        assertThat(run("dlq", "discard", "ledger-1", "--reason", "a drill", "--dry-run")
                        .out())
                .contains("open");
        Ran replayed = run("dlq", "replay", "--all", "--json");
        assertThat(replayed.exit()).isEqualTo(1);
        assertThat(replayed.out()).contains("\"state\":\"parked\"", "\"replays\":1");
        Ran discarded = run("dlq", "discard", "ledger-1", "--reason", "a drill", "--yes", "--json");

        assertThat(discarded.exit()).as(discarded.err()).isZero();
        assertThat(discarded.out()).contains("\"state\":\"discarded\"", "\"reason\":\"a drill\"");
        assertThat(run("positions", "--json").out()).contains("\"pending\":false");
        Ran again = run("dlq", "replay", "ledger-1");
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("discarded already");
        assertThat(run("dlq", "list", "--all").out()).contains("discarded");
    }

    private void itIsListedAndShown() {
        assertThat(run("dlq", "list", "--json").out())
                .contains("\"id\":\"ledger-1\",\"service\":\"ledger\",\"topic\":\"fills.v1\"")
                .contains("\"offset\":1,\"key\":\"demo\"", "\"state\":\"open\"", "\"ageMs\":", "\"attempts\":");
        assertThat(run("dlq", "list", "--service", "capture").out()).isEmpty();
        Ran shown = run("dlq", "show", "ledger-1");
        assertThat(shown.exit()).isZero();
        assertThat(shown.out()).contains("\"quantity\":\"five\"", "headers");
    }

    private static void assertRefused(Ran ran, int exit, String... words) {
        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        assertThat(ran.err()).contains(words);
    }

    private void itIsOnItsTopic(Typist typist) {
        typist.await("five", "consume", "fills.v1.dlq", "-e");
        Ran consumed = run("consume", "fills.v1.dlq", "-e", "--json");
        assertThat(consumed.out())
                .contains("\"key\":\"demo\"", "origin", "daybook.fills.v1", "failed-at", "attempts", "error");
    }

    private void whatIsNotThereOrMakesNoSenseIsRefused() throws IOException {
        assertRefused(run("dlq", "show", "ledger-2"), 3, "did you mean ledger-1?");
        assertRefused(run("dlq", "replay", "legder-1"), 3, "did you mean ledger-1?");
        assertRefused(run("dlq", "discard", "ledger-7", "--yes", "--reason", "x"), 3, "no such dead letter");
        assertRefused(run("dlq", "repair", "ledger-1"), 2, "neither");
        assertRefused(run("dlq", "repair", "ledger-1", "--set", "quantity=-3"), 2, "cannot read the value either");
        Path file = Files.writeString(data.resolve("value.json"), fill(900_000_002, "another", "3"));
        assertRefused(run("dlq", "repair", "ledger-1", "--value", file.toString()), 2, "key: demo");
        Ran dry = run("dlq", "repair", "ledger-1", "--set", "quantity=3", "--dry-run", "--json");
        assertThat(dry.out()).contains("\"state\":\"open\"");
    }

    private void produce(String key, String value) {
        Ran ran = Cli.runWith(
                Map.of(),
                value + "\n",
                List.of("produce", "fills.v1", "-k", key, "--data", data.toString())
                        .toArray(new String[0]));
        assertThat(ran.exit()).as(ran.err()).isZero();
    }

    private Ran run(String... args) {
        List<String> all = new java.util.ArrayList<>(List.of(args));
        all.addAll(List.of("--data", data.toString()));
        return Cli.run(all.toArray(new String[0]));
    }

    static String fill(long tradeId, String account, String quantity) {
        return "{\"type\":\"Fill\",\"fillId\":\"f-" + tradeId + "-B\",\"tradeId\":" + tradeId + ",\"seq\":" + tradeId
                + ",\"time\":1767843900000001,\"accountId\":\"" + account + "\",\"symbol\":\"DEMO\",\"side\":\"BUY\","
                + "\"price\":10000,\"quantity\":" + quantity + ",\"orderId\":1,\"liquidity\":\"TAKER\",\"charges\":0,"
                + "\"currency\":\"INR\",\"priceScale\":2,\"quantityScale\":0,\"moneyScale\":2}";
    }
}
