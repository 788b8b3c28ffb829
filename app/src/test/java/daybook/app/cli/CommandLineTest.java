package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What every command line can rely on: exit codes, one line of error, help everywhere. */
class CommandLineTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    static List<List<String>> everyCommand() {
        List<List<String>> all = new ArrayList<>();
        collect(
                CommandLineRunner.build(new Console(System.out, System.err, System.in, Map.of(), false)),
                List.of(),
                all);
        return all;
    }

    private static void collect(CommandLine line, List<String> path, List<List<String>> all) {
        all.add(path);
        line.getSubcommands().forEach((name, sub) -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            collect(sub, longer, all);
        });
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void everyLevelHasHelpWithExamplesAndExitCodes(List<String> path) {
        List<String> args = new ArrayList<>(path);
        args.add("--help");

        Ran ran = Cli.run(args.toArray(String[]::new));

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("Usage: daybook").contains("Examples:").contains("Exit codes:");
        assertThat(ran.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nosuch                        | 2 | see: daybook --help",
                "cofnig show                   | 2 | did you mean config?",
                "config shwo                   | 2 | did you mean show?",
                "config show --orgin           | 2 | did you mean --origin?",
                "config show --output xml      | 2 | table|json|ndjson",
                "up --port http                | 2 | 0..65535",
                "up --bind 0.0.0.0             | 2 | insecure",
                "up --for soon                 | 2 | a duration like",
                "up --clock atomic             | 2 | sim|wall",
                "up --log kafka                | 2 | kafka",
                "token create --role viewer --account x y | 2 | y",
                "up --rate                     | 2 | --rate",
                "up extra                      | 2 | extra",
                "status                        | 3 | no venue here",
                "positions                     | 3 | no venue here",
                "journal verify                | 3 | no journal here",
                "consume fills.v1              | 3 | no venue here",
                "consume fills.v1 -c 0         | 2 | 1 or more",
                "token create                  | 2 | --role",
                "token create --role king      | 2 | viewer|trader|operator",
                "token create --role trader    | 2 | --account",
                "token revoke x                | 3 | no such token",
                "replay nosuch.csv             | 3 | cannot be read",
                "health dentist                | 3 | venue|exchange",
                "completion fish               | 2 | bash|zsh",
                "run exchange                  | 2 | daybook.log: embedded",
                "run dentist                   | 2 | exchange|capture|ledger",
                "run web,exchange              | 2 | web alone",
                "run web --exchange here       | 2 | http://HOST:PORT",
                "chaos broker --how hard       | 2 | stop|kill|freeze",
                "chaos broker --seconds 0      | 2 | 1..3600",
                "broker start --sasl md5       | 2 | scram-sha-256|scram-sha-512|plain",
                "broker start --sasl plain     | 2 | --tls",
                "broker start --nodes 2        | 2 | 1 or 3",
                "groups reset g --topic t      | 2 | expected: one of them",
                "lag --timeout never           | 2 | a duration like",
            })
    void whatIsWrongIsNamedInOneLineWithItsExitCode(String args, int exit, String said) {
        List<String> line = new ArrayList<>(List.of(args.split(" ")));
        boolean takesData = !line.get(0).matches("nosuch|cofnig|run|broker|completion|replay");
        if (takesData && !args.endsWith("--rate")) {
            line.add("--data");
            line.add(directory.resolve("none").toString());
        }

        Ran ran = Cli.run(line.toArray(String[]::new));

        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        assertThat(ran.err()).contains(said).doesNotContain("\tat ");
        assertThat(ran.err().lines().filter(l -> !l.contains("warning: running as root")))
                .hasSize(1);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void theVersionIsData() {
        assertThat(Cli.run("-V").out()).isEqualTo("daybook 0.1.0\n");
    }

    @Test
    void withoutACommandTheHelpGoesToStderr() {
        Ran ran = Cli.run();

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("Usage: daybook");
    }

    @Test
    void secretsOfTheConfigurationAreMasked() {
        Ran ran = Cli.runWith(
                Map.of(
                        "KAFKA_PASSWORD", "sentinel-secret",
                        "KAFKA_USERNAME", "u",
                        "KAFKA_SASL_MECHANISM", "scram-sha-512"),
                "",
                "config",
                "show",
                "--origin",
                "--json");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("\"kafka.password\",\"value\":\"***\"").contains("environment KAFKA_PASSWORD");
        assertThat(ran.out() + ran.err()).doesNotContain("sentinel-secret");
    }

    /** Nothing is connected to: that is how one finds out who asked for a cluster that is not there. */
    @Test
    void aConfigurationForAClusterIsShownWithoutAskingIt() {
        Map<String, String> kafka = Map.of("KAFKA_BROKERS", "broker-1:9092");

        Ran shown = Cli.runWith(kafka, "", "config", "show", "--origin", "--json");

        assertThat(shown.exit()).as(shown.err()).isZero();
        assertThat(shown.out())
                .contains("\"kafka.brokers\",\"value\":\"broker-1:9092\",\"origin\":\"environment KAFKA_BROKERS\"");
    }

    @Test
    void thereIsACompletionScriptForTwoShells() {
        assertThat(Cli.run("completion", "bash").out()).contains("complete -F").contains("reconcile");
        assertThat(Cli.run("completion", "zsh").exit()).isZero();
    }
}
