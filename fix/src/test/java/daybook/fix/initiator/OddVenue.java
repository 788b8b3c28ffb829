package daybook.fix.initiator;

import daybook.fix.FixText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A venue on a bare socket that answers as a test says. Its own numbers start with each connection where they were. */
final class OddVenue implements AutoCloseable {
    private final ServerSocket server;
    private volatile Script script = (message, venue) -> {};
    private final List<Map<String, String>> heard = new CopyOnWriteArrayList<>();
    private int next = 1;
    private volatile boolean closed;

    /** What it does with a message of an application. */
    interface Script {
        void on(Map<String, String> message, OddVenue venue) throws IOException;
    }

    private volatile Socket current = new Socket();

    OddVenue() throws IOException {
        this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "odd-venue");
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on; what was heard before is forgotten. */
    void answers(Script newScript) {
        heard.clear();
        script = newScript;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    /** Messages of that type, in order. */
    List<Map<String, String>> heard(String type) {
        return heard.stream().filter(message -> type.equals(message.get("35"))).toList();
    }

    void say(String type, String body) throws IOException {
        String text =
                FixText.message("35=" + type + "|34=" + next++ + "|49=ODD|52=" + FixText.now(0) + "|56=ALICE|" + body);
        OutputStream out = current.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    void report(Map<String, String> order, String execType, String ordStatus, String more) throws IOException {
        say(
                "8",
                "37=V-" + order.get("11") + "|11=" + order.get("11") + "|17=e" + next + "|150=" + execType + "|39="
                        + ordStatus + "|55=ABC|54=1|151=0|14=0|6=0|" + more);
    }

    void hangUp() throws IOException {
        current.setSoLinger(true, 0);
        current.close();
    }

    private void serve() {
        while (!closed) {
            try (Socket socket = server.accept()) {
                current = socket;
                converse(socket);
            } catch (IOException broken) {
                // the next connection
            }
        }
    }

    private void converse(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        StringBuilder text = new StringBuilder();
        int field = 0;
        for (int read = in.read(); read >= 0; read = in.read()) {
            text.append((char) read);
            if (read == FixText.SOH) {
                if (text.indexOf("10=", field) == field) {
                    take(FixText.fields(text.toString()));
                    text.setLength(0);
                }
                field = text.length();
            }
        }
    }

    private void take(Map<String, String> message) throws IOException {
        heard.add(message);
        switch (message.getOrDefault("35", "")) {
            case "A" -> say("A", "98=0|108=30|");
            case "0", "1", "2", "4", "5" -> {}
            default -> script.on(message, this);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.close();
            current.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
