package daybook.fix.acceptor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A wire between two parties that can be cut: both ends break at once, and what was on it is gone. */
final class CutWire implements AutoCloseable {
    private final InetSocketAddress to;
    private final ServerSocket server;
    private final List<Socket> ends = new ArrayList<>();
    private int cuts;

    CutWire(InetSocketAddress to) throws IOException {
        this.to = to;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("wire", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int cuts() {
        return cuts;
    }

    void cut() throws IOException {
        cuts++;
        breakOff();
    }

    private void breakOff() throws IOException {
        synchronized (ends) {
            for (Socket end : ends) {
                if (!end.isClosed()) {
                    end.setSoLinger(true, 0);
                    end.close();
                }
            }
            ends.clear();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                Socket far = new Socket(to.getAddress(), to.getPort());
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                synchronized (ends) {
                    ends.add(near);
                    ends.add(far);
                }
                start("wire-out", () -> carry(near, far));
                start("wire-back", () -> carry(far, near));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private static void carry(Socket from, Socket onTo) {
        try (InputStream in = from.getInputStream();
                OutputStream out = onTo.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException cut) {
            // that is what it is for
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
            breakOff();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
