package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strategies of one venue that trade at another one over FIX, both as users start them. */
class OtherVenueTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void ordersOfAStrategyGoToTheVenueThatItsAccountNames() throws IOException {
        Path there = folder.resolve("there");
        Path here = folder.resolve("here");
        int port = FreePort.next();
        try (Typist other = new Typist(there);
                Typist own = new Typist(here)) {
            other.type(new Page.Step("the other one", "daybook up --traders 0 --fix-port " + port, 0));
            own.set("DAYBOOK_GATEWAY_FIX_VENUE", "elsewhere");
            own.set("DAYBOOK_GATEWAY_FIX_ADDRESS", "127.0.0.1:" + port);
            own.set("DAYBOOK_GATEWAY_FIX_COMP_ID", "alice");
            own.set("DAYBOOK_GATEWAY_FIX_COUNTERPARTY", "DAYBOOK");
            own.set("DAYBOOK_GATEWAY_FIX_PASSWORD", other.token("alice"));
            own.type(new Page.Step("this one", "daybook up --traders 4", 0));

            own.type(new Page.Step(
                    "add",
                    "daybook strategy add market-maker --account account:elsewhere:alice:spot --series INFY:1s --start",
                    0));

            other.await("\"clientOrderId\"", "orders", "--account", "alice", "--json");
            own.await("\"status\":\"ACCEPTED\"", "strategy", "show", "1", "--json");
            assertThat(own.run("orders", "--account", "alice", "--json").out()).doesNotContain("clientOrderId");
        }
    }
}
