package daybook.fix;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One end of a connection that speaks FIX, on a bare socket. */
public final class FixSocket implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public FixSocket(InetSocketAddress address) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(address, 5_000);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /**
     * The next whole message.
     *
     * @return empty at the end of the stream
     * @throws SocketTimeoutException if none comes in time
     */
    public Optional<String> receive(int millis) throws IOException {
        socket.setSoTimeout(millis);
        StringBuilder message = new StringBuilder();
        int field = 0;
        while (true) {
            int read;
            try {
                read = in.read();
            } catch (SocketException reset) {
                return Optional.empty();
            }
            if (read < 0) {
                return Optional.empty();
            }
            message.append((char) read);
            if (read == FixText.SOH) {
                if (message.indexOf("10=", field) == field) {
                    return Optional.of(message.toString());
                }
                field = message.length();
            }
        }
    }

    /** Breaks the connection off, without a word. */
    @Override
    public void close() throws IOException {
        if (!socket.isClosed()) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
