package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.kafka.KafkaConnection;
import daybook.log.kafka.Preflight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The two steps of a connection to Kafka. */
@Command(
        name = "listeners",
        description = "Take the two steps of a connection to Kafka and say where they lead: first to the addresses in "
                + "KAFKA_BROKERS (bootstrap), then to those that the brokers tell their clients (advertised). A broker "
                + "that advertises an address which cannot be reached from here lets everybody connect, and then every "
                + "send times out. Exit 4 if one side does not accept the other, 5 if an address cannot be reached.",
        footer = {
            "",
            "A broker needs one listener for each network it is reached from, each advertised by the address that is "
                    + "right there:",
            "  listeners=INTERNAL://0.0.0.0:9092,EXTERNAL://0.0.0.0:9094,CONTROLLER://0.0.0.0:9093",
            "  advertised.listeners=INTERNAL://kafka:9092,EXTERNAL://localhost:9094",
            "",
            "Examples:",
            "  KAFKA_BROKERS=localhost:9094 daybook doctor listeners",
            "  daybook doctor listeners --json"
        })
final class DoctorListenersCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    DoctorListenersCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Configuration configuration = common.store().load(console);
        if (!configuration.isSet(Catalog.BROKERS)) {
            throw new Failure(ExitCode.USAGE, "kafka.brokers: not set (expected: HOST:PORT, say by KAFKA_BROKERS)");
        }
        List<Preflight.Finding> findings = preflight(configuration).examine();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Preflight.Finding found : findings) {
            rows.add(Json.fields(
                    "step", found.step() == Preflight.Step.BOOTSTRAP ? "bootstrap" : "advertised",
                    "address", found.address(),
                    "ok", found.ok(),
                    "what", found.what(),
                    "expected", found.expected()));
        }
        common.output().print(console, rows);
        return findings.stream()
                .filter(found -> !found.ok())
                .map(found -> Failures.exit(found.kind()))
                .findFirst()
                .orElse(ExitCode.OK)
                .code();
    }

    private static Preflight preflight(Configuration configuration) {
        try {
            return new Preflight(KafkaConnection.cluster(configuration));
        } catch (IllegalArgumentException unreadable) {
            throw new Failure(ExitCode.USAGE, "kafka." + unreadable.getMessage(), unreadable);
        }
    }
}
