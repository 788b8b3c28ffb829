package daybook.app.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.FreePort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders over FIX to a venue as a user starts it, from a client that shares no code with us. */
class FixPortTest {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void anAccountLogsOnWithItsTokenAndItsOrderIsInTheBook() throws IOException {
        int port = FreePort.next();
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 0 --fix-port " + port, 0));

            try (Socket alice = connect(port)) {
                send(alice, "alice", 1, "A", "98=0|108=30|554=" + typist.token("alice") + "|");
                assertThat(answer(alice)).contains("|35=A|");
                send(alice, "alice", 2, "D", "11=mine|55=INFY|54=1|38=3|40=2|44=1490|59=1|60=" + now() + "|");
                assertThat(answer(alice)).contains("|35=8|", "|11=mine|", "|39=0|", "|150=0|");
                typist.await("\"mine\"", "orders", "--account", "alice", "--json");
            }
            try (Socket stranger = connect(port)) {
                send(stranger, "bob", 1, "A", "98=0|108=30|554=" + typist.token("alice") + "|");
                assertThat(answer(stranger)).as("with another's token").contains("|35=5|");
            }
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String from, int seq, String type, String fields) throws IOException {
        String body = "35=" + type + "|49=" + from + "|56=DAYBOOK|34=" + seq + "|52=" + now() + "|" + fields;
        byte[] message = ("8=FIX.4.4|9=" + body.length() + "|" + body)
                .replace('|', '\u0001')
                .getBytes(US_ASCII);
        int sum = 0;
        for (byte each : message) {
            sum += each;
        }
        socket.getOutputStream().write(message);
        socket.getOutputStream()
                .write(String.format(Locale.ROOT, "10=%03d\u0001", sum % 256).getBytes(US_ASCII));
    }

    /** One message, its fields between bars. */
    private static String answer(Socket socket) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        String text = "";
        while (!text.matches(".*\\|10=[0-9]{3}\\|")) {
            int next = in.read();
            assertThat(next).as("closed after " + text).isNotNegative();
            answer.write(next);
            text = answer.toString(US_ASCII).replace('\u0001', '|');
        }
        return text;
    }

    private static String now() {
        return TIME.format(Instant.now());
    }
}
