package daybook.app.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on to a venue and back, and hangs up in the middle of every n-th answer to an order. */
final class CuttingProxy implements Exchange, AutoCloseable {
    private final Exchange venue;
    private final int every;
    private final AtomicInteger orders = new AtomicInteger();
    private final ServerSocket socket;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    CuttingProxy(Exchange venue, int every) {
        this.venue = venue;
        this.every = every;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    @Override
    public Optional<String> address() {
        return Optional.of("http://127.0.0.1:" + socket.getLocalPort());
    }

    @Override
    public Optional<String> token(String account) {
        return venue.token(account);
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
        Thread thread = new Thread(work, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Socket server = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(venue.address().orElseThrow()).getPort());
                open.add(client);
                open.add(server);
                Link link = new Link(client, server);
                start(link::there);
                start(link::back);
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** One connection. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean cut;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void there() {
            byte[] bytes = new byte[8_192];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream();
                for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                    if (n >= 4 && bytes[0] == 'P' && bytes[1] == 'O' && bytes[2] == 'S' && bytes[3] == 'T') {
                        cut = orders.incrementAndGet() % every == 0;
                    }
                    out.write(bytes, 0, n);
                    out.flush();
                }
                end();
            } catch (IOException gone) {
                end();
            }
        }

        void back() {
            byte[] bytes = new byte[8_192];
            try {
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                    out.write(bytes, 0, cut ? n / 2 : n);
                    out.flush();
                    if (cut) {
                        end();
                    }
                }
                end();
            } catch (IOException gone) {
                end();
            }
        }

        private void end() {
            try {
                client.close();
                server.close();
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }
}
