package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What an outsider can say about a stopped data directory, from the program's commands alone. */
final class Outside {
    private final Path data;

    Outside(Path data) {
        this.data = data;
    }

    /** {@code check}, {@code reconcile} and {@code journal verify} find nothing. */
    void isClean() {
        JsonNode check = json("check", "--data", data.toString(), "--json");
        for (String anomaly : List.of("missing", "mismatched", "wrongKey", "phantom")) {
            assertThat(check.get(anomaly).asLong()).as(anomaly + " in " + check).isZero();
        }
        JsonNode reconcile = json("reconcile", "--data", data.toString(), "--json");
        assertThat(reconcile.get("differences")).as(reconcile.toString()).isEmpty();
        assertThat(reconcile.get("zeroSum").asBoolean()).isTrue();
        assertThat(reconcile.get("cash").asBoolean()).isTrue();
        Program.Outcome verify = Program.run("journal", "verify", data.toString());
        assertThat(verify.exitCode()).as(verify.toString()).isZero();
    }

    /** Every acknowledged order is in the journal once, under the seq that its client was told. */
    void has(List<Client.Acknowledged> acknowledged) {
        Map<String, List<JsonNode>> accepted = new HashMap<>();
        for (JsonNode event : lines("journal", "dump", data.toString())) {
            if (event.get("type").asString().equals("OrderAccepted")) {
                accepted.computeIfAbsent(
                                event.get("accountId").asString() + "/"
                                        + event.get("clientOrderId").asString(),
                                k -> new ArrayList<>())
                        .add(event);
            }
        }
        for (Client.Acknowledged ack : acknowledged) {
            List<JsonNode> found = accepted.getOrDefault(ack.account() + "/" + ack.clientOrderId(), List.of());
            assertThat(found).as("%s in the journal", ack).hasSize(1);
            assertThat(found.get(0).get("seq").asLong()).as("seq of %s", ack).isEqualTo(ack.seq());
            assertThat(found.get(0).get("orderId").asLong())
                    .as("orderId of %s", ack)
                    .isEqualTo(ack.orderId());
        }
        accepted.forEach(
                (id, events) -> assertThat(events).as("OrderAccepted of %s", id).hasSize(1));
    }

    /** The served positions equal a sum over the fills topic, distinct by fill id, that shares no code with the ledger. */
    void positionsAreTheSumOfTheFills() {
        Map<String, Long> summed = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (JsonNode record :
                lines("consume", "fills.v1", "--data", data.toString(), "-o", "beginning", "-e", "--json")) {
            JsonNode fill = RunningVenue.JSON.readTree(record.get("value").asString());
            if (seen.add(fill.get("fillId").asString())) {
                long quantity = fill.get("quantity").asLong();
                summed.merge(
                        fill.get("accountId").asString() + "/"
                                + fill.get("symbol").asString(),
                        fill.get("side").asString().equals("BUY") ? quantity : -quantity,
                        Long::sum);
            }
        }
        Map<String, Long> served = new TreeMap<>();
        for (JsonNode position : json("positions", "--data", data.toString(), "--json")) {
            served.put(
                    position.get("account").asString() + "/"
                            + position.get("symbol").asString(),
                    Long.parseLong(position.get("quantity").asString()));
        }
        assertThat(served).isEqualTo(summed);
        assertThat(seen).isNotEmpty();
    }

    private static JsonNode json(String... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        return RunningVenue.JSON.readTree(outcome.out());
    }

    private static List<JsonNode> lines(String... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.out().lines().map(RunningVenue.JSON::readTree).toList();
    }
}
