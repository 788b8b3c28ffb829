package daybook.app.ws;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that can do wrong: frames byte by byte, and no reading unless asked. */
final class RawSocket implements AutoCloseable {
    private static final String HANDSHAKE = "GET /ws/v1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /** @param receiveBytes how much the kernel takes for us; 0 = as usual */
    RawSocket(int port, int receiveBytes, String moreHeaders) throws IOException {
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.getOutputStream().write((HANDSHAKE + moreHeaders + "\r\n").getBytes(StandardCharsets.US_ASCII));
        in = new DataInputStream(
                receiveBytes > 0 ? socket.getInputStream() : new BufferedInputStream(socket.getInputStream()));
        String head = head();
        if (!head.startsWith("HTTP/1.1 101")) {
            throw new IOException(head);
        }
    }

    RawSocket(int port) throws IOException {
        this(port, 0, "");
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int c = in.read();
            if (c < 0) {
                break;
            }
            head.append((char) c);
        }
        return head.toString();
    }

    void text(String text) throws IOException {
        frame(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param first FIN, reserved bits and opcode */
    void frame(int first, byte[] payload) throws IOException {
        byte[] header = payload.length < 126
                ? new byte[] {(byte) first, (byte) (0x80 | payload.length), 0, 0, 0, 0}
                : payload.length < 65_536
                        ? new byte[] {
                            (byte) first,
                            (byte) (0x80 | 126),
                            (byte) (payload.length >> 8),
                            (byte) payload.length,
                            0,
                            0,
                            0,
                            0
                        }
                        : new byte[] {
                            (byte) first,
                            (byte) (0x80 | 127),
                            0,
                            0,
                            0,
                            0,
                            (byte) (payload.length >> 24),
                            (byte) (payload.length >> 16),
                            (byte) (payload.length >> 8),
                            (byte) payload.length,
                            0,
                            0,
                            0,
                            0
                        };
        byte[] all = new byte[header.length + payload.length]; // masked with zeros
        System.arraycopy(header, 0, all, 0, header.length);
        System.arraycopy(payload, 0, all, header.length, payload.length);
        bytes(all);
    }

    void bytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** The next message of the server, whole; what is not text is passed over. */
    String readText() throws IOException {
        while (true) {
            int first = in.readUnsignedByte();
            long length = in.readUnsignedByte() & 0x7f;
            length = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
            byte[] payload = in.readNBytes((int) length);
            switch (first & 0x0f) {
                case 1 -> {
                    return new String(payload, StandardCharsets.UTF_8);
                }
                case 8 -> throw new IOException("closed by the server: " + closeCode(payload));
                case 9 -> frame(0x8a, payload);
                default -> {}
            }
        }
    }

    int readByte() throws IOException {
        return in.read();
    }

    /** Reads on until the server closes; returns the code, 1006 if it closed without one. */
    int readToClose() {
        try {
            while (true) {
                int first = in.readUnsignedByte();
                long length = in.readUnsignedByte() & 0x7f;
                length = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
                byte[] payload = in.readNBytes((int) length);
                if ((first & 0x0f) == 8) {
                    return closeCode(payload);
                }
            }
        } catch (IOException over) {
            return 1006;
        }
    }

    private static int closeCode(byte[] payload) {
        return payload.length < 2 ? 1005 : ((payload[0] & 0xff) << 8) | (payload[1] & 0xff);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
