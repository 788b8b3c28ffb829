package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import daybook.exchange.reference.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bars of other venues come in as they are, once, and go out as they came; what is wrong is named and changes nothing. */
class BarsCommandTest {
    private static final String KRAKEN = "kraken:crypto:spot:XBTUSDT";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeEach
    void venue() throws IOException {
        Files.createDirectory(directory.resolve("journal"));
        Files.createDirectory(directory.resolve("db"));
    }

    @Test
    void tradesBecomeBarsOfEveryTimeframeOnce() throws IOException {
        Path file = file(
                "trades.csv",
                "time,price,quantity,id",
                "2026-01-05T10:00:30Z,100.5,2,1",
                "2026-01-05T10:02:10Z,101,0.00000001,2",
                "2026-01-05T10:02:10Z,101,0.00000001,2",
                "2026-01-05T10:01:00Z,99,1,3",
                "2026-01-05T10:10:00Z,102,1,4");

        Ran first = run("import", file.toString(), "--series", KRAKEN, "--json");
        Ran again = run("import", file.toString(), "--series", KRAKEN, "--json");

        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.out())
                .contains("\"trades\":5,\"late\":1,\"duplicates\":1,\"cut\":2,\"unfinished\":6")
                .contains("\"different\":0");
        assertThat(again.exit()).isZero();
        assertThat(again.out()).contains("\"added\":0,");
        assertThat(export("1m", "--to", "2026-01-05T10:04:00Z"))
                .containsExactly(
                        "start,end,open,high,low,close,volume,vwap,count,closed",
                        "2026-01-05T10:01:00Z,2026-01-05T10:02:00Z,100.50000000,100.50000000,100.50000000,100.50000000,0.00000000,0.00000000,0,true",
                        "2026-01-05T10:02:00Z,2026-01-05T10:03:00Z,101.00000000,101.00000000,101.00000000,101.00000000,0.00000001,101.00000000,1,true",
                        "2026-01-05T10:03:00Z,2026-01-05T10:04:00Z,101.00000000,101.00000000,101.00000000,101.00000000,0.00000000,0.00000000,0,true");
        assertThat(run("list", "--json").out()).contains("XBTUSDT:5m").doesNotContain(":1d");
    }

    @Test
    void aFileThatBeginsWithinAWindowSaysNothingOfThatWindow() throws IOException {
        String[] later = {"2026-01-05T10:00:30Z,2,1,2", "2026-01-05T10:01:00Z,3,1,3", "2026-01-05T10:02:00Z,4,1,4"};
        Path second = file("second.csv", "time,price,quantity,id", later[0], later[1], later[2]);
        Path whole =
                file("whole.csv", "time,price,quantity,id", "2026-01-05T10:00:00Z,1,1,1", later[0], later[1], later[2]);

        Ran cut = run("import", second.toString(), "--series", KRAKEN, "--json");
        Ran all = run("import", whole.toString(), "--series", KRAKEN, "--json");

        assertThat(cut.out()).contains("\"cut\":1,");
        assertThat(all.exit()).as("no bar differs: %s", all.out()).isZero();
        assertThat(all.out()).contains("\"cut\":0,");
        assertThat(export("1m"))
                .anySatisfy(
                        row -> assertThat(row)
                                .startsWith(
                                        "2026-01-05T10:00:00Z,2026-01-05T10:01:00Z,1.00000000,2.00000000,1.00000000,2.00000000"));
    }

    @Test
    void whatWasExportedCanBeImportedUnderAnotherName() throws IOException {
        Path bars =
                file("bars.csv", "start,open,high,low,close,volume", "1767607200,1,3,0.5,2,7", "1767607260,2,2,2,2,1");
        assertThat(run("import", bars.toString(), "--series", KRAKEN).exit()).isZero();
        List<String> exported = export("1m");
        Path out = file("exported.csv", exported.toArray(String[]::new));

        assertThat(run("import", out.toString(), "--series", "okx:crypto:spot:XBTUSDT")
                        .exit())
                .isZero();

        Ran theirs = run("export", "--series", "okx:crypto:spot:XBTUSDT");
        assertThat(theirs.out().lines()).containsExactlyElementsOf(exported);
    }

    @Test
    void aBarThatDiffersFromTheOneThatIsThereIsCountedAndChangesNothing() throws IOException {
        Path bars = file("bars.csv", "start,open,high,low,close,volume", "1767607200,1,3,0.5,2,7");
        Path other = file("other.csv", "start,open,high,low,close,volume", "1767607200,1,3,0.5,2,8");
        assertThat(run("import", bars.toString(), "--series", KRAKEN).exit()).isZero();
        List<String> before = export("1m");

        Ran differs = run("import", other.toString(), "--series", KRAKEN, "--json");

        assertThat(differs.exit()).isEqualTo(6);
        assertThat(differs.out()).contains("\"different\":1");
        assertThat(export("1m")).isEqualTo(before);
    }

    @Test
    void whatIsWrongIsNamed() throws IOException {
        Path bad = file("bad.csv", "start,open,high,low,close,volume", "1767607200,1,3,0.5,two,7");
        Path headless = file("headless.csv", "a,b", "1,2");

        assertThat(run("import", bad.toString(), "--series", KRAKEN).err())
                .contains("bad.csv:2: close: two (expected a number)");
        assertThat(run("import", bad.toString(), "--series", KRAKEN).exit()).isEqualTo(2);
        assertThat(run("import", headless.toString(), "--series", KRAKEN).err()).contains("headless.csv:1: header");
        assertThat(run("import", "nosuch.csv", "--series", KRAKEN).exit()).isEqualTo(3);
        assertThat(run("import", bad.toString(), "--series", "nonsense").exit()).isEqualTo(2);
        Path good = file("good.csv", "start,open,high,low,close,volume", "1767607200,1,3,0.5,2,7");
        assertThat(run("import", good.toString(), "--series", "daybook:cash:spot:INFY")
                        .exit())
                .isEqualTo(2);
        assertThat(run("import", good.toString(), "--series", KRAKEN, "--timeframe", "7m")
                        .exit())
                .isEqualTo(2);
        assertThat(run("export", "--symbol", "NONE").exit()).isEqualTo(3);
    }

    @Test
    void krakensAnswersAndLeansZipsAreRead() {
        Path ohlc = SharedData.file("kraken/xbtusdt_ohlc_1m.json.gz");
        Path trades = SharedData.file("kraken/xbtusdt_trades.json.gz");
        Path lean = SharedData.file("lean/crypto/coinbase/minute/btcusd/20161007_trade.zip");
        Path equity = SharedData.file("lean/equity/usa/minute/ibm/20131007_trade.zip");

        assertThat(run("import", ohlc.toString(), "--series", KRAKEN).exit()).isZero();
        assertThat(run("import", trades.toString(), "--series", "kraken:crypto:made:XBTUSDT")
                        .exit())
                .isZero();
        assertThat(run("import", lean.toString(), "--series", "coinbase:crypto:spot:BTCUSD", "--json")
                        .out())
                .contains("\"bars\":1419");
        assertThat(run("import", equity.toString(), "--series", "usa:equity:spot:IBM")
                        .exit())
                .isZero();

        Ran ibm = run("export", "--series", "usa:equity:spot:IBM");
        assertThat(ibm.out().lines().skip(1).findFirst().orElse(""))
                .startsWith(
                        "2013-10-07T08:00:00Z,2013-10-07T08:01:00Z,181.52000000,181.80000000,181.52000000,181.80000000,1283");
    }

    private List<String> export(String timeframe, String... more) {
        Ran ran = run(
                Stream.concat(Stream.of("export", "--series", KRAKEN, "--timeframe", timeframe), Arrays.stream(more))
                        .toArray(String[]::new));
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran.out().lines().toList();
    }

    private Path file(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines));
    }

    private Ran run(String... args) {
        return Cli.run(Stream.concat(
                        Stream.of("bars"),
                        Stream.concat(Arrays.stream(args), Stream.of("--data", directory.toString())))
                .toArray(String[]::new));
    }
}
