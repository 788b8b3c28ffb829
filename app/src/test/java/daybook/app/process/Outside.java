package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.NineInvariants;
import daybook.app.invariants.Told;
import java.nio.file.Path;
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

    /** {@code check}, {@code reconcile} and {@code journal verify} find nothing, and the nine invariants hold. */
    void isClean() {
        isClean(Told.NOTHING);
    }

    /** The same, with what clients were told. */
    void isClean(Told told) {
        NineInvariants.hold(data, told);
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
