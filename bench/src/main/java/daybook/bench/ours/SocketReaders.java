package daybook.bench.ours;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * A thousand clients on one thread: they subscribe, and count the frames that come. The time that stands in a frame behind {@code "at":} is
 * compared with the clock. The same for whoever serves.
 */
public final class SocketReaders implements AutoCloseable {
    /** Begins the names of the clients' threads, whose time is not the server's. */
    public static final String THREAD = "reader";

    private static final byte[] MARK = "\"at\":".getBytes(StandardCharsets.US_ASCII);
    private static final String HANDSHAKE = "GET /ws/v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    private final Selector selector = Selector.open();
    private final List<SocketChannel> sockets = new ArrayList<>();
    private final AtomicLong frames = new AtomicLong();
    private final Histogram delayMicros = new Histogram(60_000_000L, 3);
    private final Thread thread = new Thread(this::read, THREAD);
    private volatile boolean stopping;

    /** Reads what a socket sends; frames may be cut anywhere. */
    private static final class Reading {
        private final ByteBuffer bytes = ByteBuffer.allocate(64 << 10);
    }

    /** @param first what each client sends, or "" */
    public SocketReaders(int port, int count, String first) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.write(ByteBuffer.wrap(HANDSHAKE.getBytes(StandardCharsets.US_ASCII)));
            skipHead(socket);
            if (!first.isEmpty()) {
                socket.write(text(first));
            }
            socket.configureBlocking(false);
            socket.register(selector, SelectionKey.OP_READ, new Reading());
            sockets.add(socket);
        }
        thread.start();
    }

    /** Frames that have come to all of them together. */
    public long frames() {
        return frames.get();
    }

    /** To be asked when they are closed. */
    public Histogram delayMicros() {
        return delayMicros;
    }

    private static ByteBuffer text(String text) {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(6 + payload.length)
                .put((byte) 0x81)
                .put((byte) (0x80 | payload.length))
                .putInt(0)
                .put(payload)
                .flip();
    }

    private static void skipHead(SocketChannel socket) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        int last = 0;
        while (last != 0x0d0a0d0a) {
            one.clear();
            if (socket.read(one) < 0) {
                throw new IOException("the handshake was refused");
            }
            last = (last << 8) | one.get(0);
        }
    }

    private void read() {
        try {
            while (!stopping) {
                selector.select(100);
                for (SelectionKey key : selector.selectedKeys()) {
                    Reading reading = (Reading) key.attachment();
                    if (((SocketChannel) key.channel()).read(reading.bytes) < 0) {
                        throw new IllegalStateException("a client was closed");
                    }
                    count(reading.bytes);
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private void count(ByteBuffer bytes) {
        bytes.flip();
        long now = System.nanoTime();
        while (bytes.remaining() >= 4) {
            int at = bytes.position();
            int length = bytes.get(at + 1) & 0x7f;
            int header = length == 126 ? 4 : 2;
            int size = length == 126 ? bytes.getShort(at + 2) & 0xffff : length;
            if (bytes.remaining() < header + size) {
                break;
            }
            note(bytes, at + header, size, now);
            bytes.position(at + header + size);
        }
        bytes.compact();
    }

    private void note(ByteBuffer bytes, int from, int size, long now) {
        for (int i = from; i + MARK.length < from + size; i++) {
            int matched = 0;
            while (matched < MARK.length && bytes.get(i + matched) == MARK[matched]) {
                matched++;
            }
            if (matched == MARK.length) {
                long at = 0;
                for (int d = i + MARK.length; bytes.get(d) >= '0' && bytes.get(d) <= '9'; d++) {
                    at = 10 * at + bytes.get(d) - '0';
                }
                delayMicros.recordValue(Math.min(60_000_000L, Math.max(0, (now - at) / 1_000)));
                frames.incrementAndGet();
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        try {
            thread.join(5_000);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        for (SocketChannel socket : sockets) {
            socket.close();
        }
        selector.close();
    }
}
