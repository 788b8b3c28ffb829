package daybook.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A counterparty on a bare socket that counts its own numbers. */
public final class Client implements AutoCloseable {
    private final String compId;
    private FixSocket socket;
    private int next = 1;
    private int expected = 1;

    public Client(String compId, InetSocketAddress address) throws IOException {
        this.compId = compId;
        this.socket = new FixSocket(address);
    }

    /** Connects anew, with the numbers that it has. */
    public void reconnect(InetSocketAddress address) throws IOException {
        socket.close();
        socket = new FixSocket(address);
    }

    public Client logon() throws IOException {
        send("A", "98=0|108=30|553=" + compId + "|554=" + Floor.PASSWORD + "|");
        assertThat(receive()).containsEntry("35", "A");
        return this;
    }

    public void send(String type, String body) throws IOException {
        sendAs(next++, type, body);
    }

    public void sendAs(int number, String type, String body) throws IOException {
        socket.send(FixText.message(
                "35=" + type + "|34=" + number + "|49=" + compId + "|52=" + FixText.now(0) + "|56=DAYBOOK|" + body));
    }

    public void newOrder(String clOrdId, char side, long quantity, String price) throws IOException {
        send(
                "D",
                "11=" + clOrdId + "|55=ABC|54=" + side + "|60=" + FixText.now(0) + "|38=" + quantity + "|40=2|44="
                        + price + "|59=1|");
    }

    public void cancel(String clOrdId, String origClOrdId, char side) throws IOException {
        send("F", "41=" + origClOrdId + "|11=" + clOrdId + "|55=ABC|54=" + side + "|60=" + FixText.now(0) + "|38=1|");
    }

    public void status(String clOrdId, char side) throws IOException {
        send("H", "11=" + clOrdId + "|55=ABC|54=" + side + "|");
    }

    /** The next message; fails if none comes. */
    public Map<String, String> receive() throws IOException {
        Optional<String> message = socket.receive(10_000);
        assertThat(message).as("a message").isPresent();
        Map<String, String> fields = FixText.fields(message.get());
        if (!fields.containsKey("43")) {
            assertThat(fields.get("34")).as(message.get()).isEqualTo(Integer.toString(expected));
            expected++;
        }
        return fields;
    }

    /** The next message as it came, its number unchecked. */
    public Map<String, String> receiveAny(int millis) throws IOException {
        return FixText.fields(socket.receive(millis).orElseThrow());
    }

    public void expectFrom(int number) {
        expected = number;
    }

    public int expected() {
        return expected;
    }

    public int next() {
        return next;
    }

    /** Of the next message, these fields only. */
    public Map<String, String> receive(String... tags) throws IOException {
        Map<String, String> all = receive();
        Map<String, String> some = new LinkedHashMap<>();
        for (String tag : tags) {
            some.put(tag, all.getOrDefault(tag, ""));
        }
        return some;
    }

    public void expectNothing(int millis) throws IOException {
        try {
            assertThat(socket.receive(millis)).as("nothing").isEmpty();
        } catch (SocketTimeoutException nothing) {
            return;
        }
        throw new AssertionError("the connection was closed (expected: silence)");
    }

    public Optional<String> raw(int millis) throws IOException {
        return socket.receive(millis);
    }

    public FixSocket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
