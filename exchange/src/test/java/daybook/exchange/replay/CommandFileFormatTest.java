package daybook.exchange.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command file may look like, and what is said of one that does not. */
class CommandFileFormatTest {
    private static final String NUMBER = "a plain number above 0, at most 9 decimals and 9007199254740991 units";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2,NEW,a,B,10,1,               | n: 2 (expected 1)
            01,NEW,a,B,10,1,              | n: 01 (expected 1)
            ,NEW,a,B,10,1,                | n: blank (expected 1)
            1x,NEW,a,B,10,1,              | n: 1x (expected 1)
            99999999999999999999,NEW,a,B,10,1, | n: 99999999999999999999 (expected 1)
            1,BUY,a,B,10,1,               | cmd: BUY (expected LOAD, PHASE, NEW, NEW_IOC, NEW_FOK, NEW_POST, NEW_MKT, AMEND, CANCEL or REDUCE)
            1,new,a,B,10,1,               | cmd: new (expected LOAD, PHASE, NEW, NEW_IOC, NEW_FOK, NEW_POST, NEW_MKT, AMEND, CANCEL or REDUCE)
            1,NEW,,B,10,1,                | order_id: blank (expected 1 to 64 characters)
            1,NEW,"a",B,10,1,             | order_id: "a" (expected no quotes and no control characters)
            1,NEW,a,S,10,1,               | side: S (expected B or A)
            1,NEW,a,,10,1,                | side: blank (expected B or A)
            1,NEW,a,BB,10,1,              | side: BB (expected B or A)
            1,NEW,a,B,,1,                 | price: blank (expected NUMBER)
            1,NEW,a,B,0,1,                | price: 0 (expected NUMBER)
            1,NEW,a,B,0.000,1,            | price: 0.000 (expected NUMBER)
            1,NEW,a,B,-1,1,               | price: -1 (expected NUMBER)
            1,NEW,a,B,+1,1,               | price: +1 (expected NUMBER)
            1,NEW,a,B,1e2,1,              | price: 1e2 (expected NUMBER)
            1,NEW,a,B,0x10,1,             | price: 0x10 (expected NUMBER)
            1,NEW,a,B,NaN,1,              | price: NaN (expected NUMBER)
            1,NEW,a,B,1.,1,               | price: 1. (expected NUMBER)
            1,NEW,a,B,.5,1,               | price: .5 (expected NUMBER)
            1,NEW,a,B,1.2.3,1,            | price: 1.2.3 (expected NUMBER)
            1,NEW,a,B, 5,1,               | price:  5 (expected NUMBER)
            1,NEW,a,B,0.0000000001,1,     | price: 0.0000000001 (expected NUMBER)
            1,NEW,a,B,9007199254740992,1, | price: 9007199254740992 (expected NUMBER)
            1,NEW,a,B,10,0,               | qty: 0 (expected NUMBER)
            1,NEW,a,B,10,-3,              | qty: -3 (expected NUMBER)
            1,NEW,a,B,10,ten,             | qty: ten (expected NUMBER)
            1,NEW,a,B,10,9223372036854775808, | qty: 9223372036854775808 (expected NUMBER)
            1,NEW_MKT,a,B,10,1,           | price: 10 (expected blank with NEW_MKT)
            1,AMEND,a,B,10,,              | qty: blank (expected NUMBER)
            1,CANCEL,a,B,,,               | side: B (expected blank with CANCEL)
            1,CANCEL,a,,10,,              | price: 10 (expected blank with CANCEL)
            1,CANCEL,a,,,1,               | qty: 1 (expected blank with CANCEL)
            1,REDUCE,a,,,,                | qty: blank (expected NUMBER)
            1,REDUCE,a,A,,1,              | side: A (expected blank with REDUCE)
            1,PHASE,,,CLOSED,,            | price: CLOSED (expected PREOPEN or OPEN)
            1,PHASE,,,,,                  | price: blank (expected PREOPEN or OPEN)
            1,PHASE,a,,OPEN,,             | order_id: a (expected blank with PHASE)
            1,PHASE,,B,OPEN,,             | side: B (expected blank with PHASE)
            1,PHASE,,,OPEN,1,             | qty: 1 (expected blank with PHASE)
            1,PHASE,,,OPEN,,p1            | owner: p1 (expected blank with PHASE)
            1,NEW,a,B,10,1                | columns: 6 (expected 7: n,cmd,order_id,side,price,qty,owner)
            1,NEW,a,B,10,1,,              | columns: 8 (expected 7: n,cmd,order_id,side,price,qty,owner)
            """)
    void aBadRowIsNamedWithFileLineColumnAndWhatIsExpected(String row, String message) {
        assertThatThrownBy(() -> run(RowReader.HEADER + "\n" + row + "\n"))
                .isInstanceOf(ReplayException.class)
                .hasMessage("cmds.csv:2: " + message.replace("NUMBER", NUMBER));
    }

    @Test
    void anEmptyLineInTheMiddleIsABadRow() {
        assertThatThrownBy(() -> run(RowReader.HEADER + "\n1,NEW,a,B,10,1,\n\n2,NEW,b,B,10,1,\n"))
                .hasMessage("cmds.csv:3: columns: 1 (expected 7: n,cmd,order_id,side,price,qty,owner)");
    }

    @Test
    void theHeaderIsExact() {
        assertThatThrownBy(() -> run("n,cmd,order_id,side,price,qty\n"))
                .hasMessage("cmds.csv:1: header: n,cmd,order_id,side,price,qty (expected " + RowReader.HEADER + ")");
        assertThatThrownBy(() -> run("")).hasMessage("cmds.csv:1: header: blank (expected " + RowReader.HEADER + ")");
    }

    @Test
    void aLineOfAnyLengthIsRefusedWithoutBeingHeld() {
        assertThatThrownBy(() -> run(RowReader.HEADER + "\n1,NEW," + "x".repeat(3_000_000) + ",B,10,1,\n"))
                .hasMessage("cmds.csv:2: line: too long (expected at most 1024 bytes)");
    }

    @Test
    void anIdHasAtMost64CharactersOfAnyAlphabet() throws IOException {
        assertThat(run(rows("1,NEW," + "ä".repeat(64) + ",B,10,1,", "2,NEW_IOC,x,A,10,1,")))
                .containsExactly("2,1,FILL," + "ä".repeat(64) + ",10,1");
        assertThatThrownBy(() -> run(rows("1,NEW," + "ä".repeat(65) + ",B,10,1,")))
                .hasMessageEndingWith("(expected at most 64 characters)");
        assertThatThrownBy(() -> run(rows("1,NEW,a\u0007b,B,10,1,")))
                .hasMessage("cmds.csv:2: order_id: a?b (expected no quotes and no control characters)");
        byte[] notUtf8 = rows("1,NEW,a~b,B,10,1,").getBytes(StandardCharsets.ISO_8859_1);
        notUtf8[new String(notUtf8, StandardCharsets.ISO_8859_1).indexOf('~')] = (byte) 0xe4;
        assertThatThrownBy(() -> run(notUtf8)).hasMessageEndingWith("(expected UTF-8)");
    }

    @Test
    void linesMayEndLikeOnWindowsAndTheLastOneWithTheFile() throws IOException {
        assertThat(run(RowReader.HEADER + "\r\n1,NEW,a,B,10,1,\r\n2,NEW,b,A,10,1,"))
                .containsExactly("2,1,FILL,a,10,1");
    }

    @Test
    void aFileWithoutCommandsHasNoExecutions() throws IOException {
        assertThat(run(RowReader.HEADER + "\n")).isEmpty();
    }

    @Test
    void aPackedFileIsKnownByItsBytes() throws IOException {
        byte[] packed = gzip(rows("1,NEW,a,B,10,1,", "2,NEW,b,A,10,1,"));

        assertThat(run(packed)).containsExactly("2,1,FILL,a,10,1");
        assertThatThrownBy(() -> run(Arrays.copyOf(packed, packed.length - 9)))
                .isInstanceOf(ReplayException.class)
                .hasMessageStartingWith("cmds.csv:")
                .hasMessageEndingWith("(expected a whole gzip file)");
        assertThatThrownBy(() -> run(Arrays.copyOf(packed, 2)))
                .isInstanceOf(ReplayException.class)
                .hasMessageEndingWith("(expected a whole gzip file)");
        packed[packed.length - 6] ^= 1;
        assertThatThrownBy(() -> run(packed)).isInstanceOf(ReplayException.class);
    }

    @Test
    void anIdThatStillRestsIsABadRowAndOneThatDoesNotMayComeBack() throws IOException {
        assertThatThrownBy(() -> run(rows("1,NEW,a,B,10,1,", "2,NEW,a,B,9,1,")))
                .hasMessage("cmds.csv:3: order_id: a (expected an id that no order in the book has)");
        assertThat(run(rows("1,NEW,a,B,10,1,", "2,CANCEL,a,,,,", "3,NEW,a,B,9,1,", "4,NEW,b,A,9,1,", "5,NEW,a,A,8,1,")))
                .containsExactly("4,1,FILL,a,9,1");
    }

    @Test
    void anAmendNamesTheSideOfItsOrder() {
        assertThatThrownBy(() -> run(rows("1,NEW,a,B,10,1,", "2,AMEND,a,A,10,1,")))
                .hasMessage("cmds.csv:3: side: A (expected B, the side of the order in the book)");
    }

    @Test
    void aTickThatIsGivenIsHeld() throws IOException {
        String file = rows("1,NEW,a,B,10.25,1,", "2,NEW,b,A,10.25,1,", "3,NEW,c,A,10.3,1,");

        assertThat(run(file)).containsExactly("2,1,FILL,a,10.25,1");
        assertThatThrownBy(() -> run(file.getBytes(StandardCharsets.UTF_8), "0.25"))
                .hasMessage("cmds.csv:4: price: 10.3 (expected a multiple of the tick 0.25)");
        assertThatThrownBy(() -> run(file.getBytes(StandardCharsets.UTF_8), "-1"))
                .hasMessage("tick: -1 (expected a plain number above 0, at most 9 decimals)");
    }

    @Test
    void numbersThatDoNotFitTheSmallestUnitOfTheFileAreNamed() {
        assertThatThrownBy(() -> run(rows("1,NEW,a,B,9000000000000,1,", "2,NEW,b,A,0.0001,1,")))
                .hasMessage(
                        "cmds.csv:2: price: 9000000000000 (expected at most 9007199254740991 units of 10^-4, the smallest"
                                + " that the file uses)");
        assertThatThrownBy(() -> run(rows("1,NEW,a,B,1,1.000000001,", "2,NEW,b,A,1,90071992547.5,")))
                .hasMessageStartingWith(
                        "cmds.csv:3: qty: 90071992547.5 (expected at most 9007199254740991 units of 10^-9");
    }

    @Test
    void aValueThatIntegersCannotHoldIsABadRowAndLeavesNothingBehind() {
        assertThatThrownBy(() -> run(rows("1,NEW,a,B,1000000000,10000000000,")))
                .hasMessage(
                        "cmds.csv:2: qty: 10000000000 (expected price x qty, and all that rests on a side, to stay below 2^63"
                                + " of the file's smallest units)");
    }

    private static String rows(String... rows) {
        return RowReader.HEADER + "\n" + String.join("\n", rows) + "\n";
    }

    private static List<String> run(String text) throws IOException {
        return run(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> run(byte[] bytes) throws IOException {
        return run(bytes, "");
    }

    private static List<String> run(byte[] bytes, String tick) throws IOException {
        List<String> rows = new ArrayList<>();
        new Replay(new ReplayOptions(tick, ReplayOptions.DEFAULT.selfTrade()), new EngineTarget(), System::nanoTime)
                .run(
                        new TextSource("cmds.csv", bytes),
                        each -> rows.add(each.n() + "," + each.seq() + "," + each.kind() + "," + each.restingId() + ","
                                + each.price() + "," + each.quantity()),
                        EventOutput.NONE);
        return rows;
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
