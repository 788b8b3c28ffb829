package daybook.bench.ours;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that never reads what it has subscribed to, and a thousand that never finish their handshake. */
public final class BadClients implements FanOut.Disturbance {
    private static final int LORIS = 1_000;

    @Override
    public AutoCloseable begin(int port) throws IOException {
        List<Socket> open = new ArrayList<>();
        Socket stalled = new Socket();
        stalled.setReceiveBufferSize(4_096);
        stalled.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        write(
                stalled,
                "GET /ws/v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        byte[] text = "{\"op\":\"sub\",\"ch\":\"news\"}".getBytes(StandardCharsets.US_ASCII);
        stalled.getOutputStream().write(new byte[] {(byte) 0x81, (byte) (0x80 | text.length), 0, 0, 0, 0});
        stalled.getOutputStream().write(text);
        open.add(stalled);
        for (int i = 0; i < LORIS; i++) {
            Socket loris = new Socket();
            loris.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            write(loris, "GET /ws/v1 HTTP/1.1\r\nHost: 127.");
            open.add(loris);
        }
        return () -> {
            for (Socket socket : open) {
                socket.close();
            }
        };
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
