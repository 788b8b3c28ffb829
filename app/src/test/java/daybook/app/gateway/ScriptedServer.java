package daybook.app.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers each request with the bytes that the test says, and writes down what was asked. */
final class ScriptedServer implements Exchange, AutoCloseable {
    /** What is sent for one request. */
    record Reply(String bytes, boolean hangUp) {}

    final List<String> requests = new CopyOnWriteArrayList<>();
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final ServerSocket socket;

    ScriptedServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** A whole answer. */
    static Reply answer(int status, String body) {
        return new Reply(
                "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body,
                false);
    }

    /** The headers of a long answer and its beginning; then nothing, or the end of the connection. */
    static Reply cut(boolean hangUp) {
        return new Reply(
                "HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"ord", hangUp);
    }

    void will(Reply... next) {
        replies.addAll(List.of(next));
    }

    @Override
    public Optional<String> address() {
        return Optional.of("http://127.0.0.1:" + socket.getLocalPort());
    }

    @Override
    public Optional<String> token(String account) {
        return Optional.of("secret");
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                open.add(client);
                start(() -> serve(client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
            OutputStream out = client.getOutputStream();
            while (request(in)) {
                Reply reply = replies.remove();
                out.write(reply.bytes().getBytes(StandardCharsets.US_ASCII));
                out.flush();
                if (reply.hangUp()) {
                    return;
                }
            }
        } catch (IOException gone) {
            // The client has hung up.
        }
    }

    private boolean request(BufferedReader in) throws IOException {
        Queue<String> lines = new ArrayDeque<>();
        int length = 0;
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            lines.add(line);
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).trim());
            }
            line = in.readLine();
        }
        for (int i = 0; i < length; i++) {
            in.read();
        }
        if (lines.isEmpty()) {
            return false;
        }
        requests.add(lines.peek());
        return true;
    }
}
