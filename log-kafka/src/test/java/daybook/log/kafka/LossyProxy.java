package daybook.log.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Stands between clients and a broker: what the broker answers can be lost on the way, the link can be slow, and break. */
public final class LossyProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicLong lostBytes = new AtomicLong();
    private volatile int target;
    private final AtomicLong sinceBreak = new AtomicLong();
    private final AtomicLong breaks = new AtomicLong();
    private volatile boolean losing;
    private volatile long delayNs;
    private volatile int pieceBytes = 64 << 10;
    private volatile long breakEvery = Long.MAX_VALUE;

    public LossyProxy() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** From now on connections lead to this port. */
    public void leadTo(String broker) {
        target = Integer.parseInt(broker.substring(broker.lastIndexOf(':') + 1));
        daemon("accept", this::accept);
    }

    /** Requests arrive, answers do not. */
    void loseAnswers() {
        losing = true;
    }

    /** From now on a piece of so many bytes takes so long, either way. */
    public void slow(int bytes, Duration each) {
        pieceBytes = bytes;
        delayNs = each.toNanos();
    }

    /** From now on a connection breaks whenever so many bytes have passed, in the middle of whatever that is. */
    public void breakEvery(long bytes) {
        breakEvery = bytes;
    }

    /** Fast and whole again. */
    public void mend() {
        breakEvery = Long.MAX_VALUE;
        pieceBytes = 64 << 10;
        delayNs = 0;
    }

    public long breaks() {
        return breaks.get();
    }

    long lostBytes() {
        return lostBytes.get();
    }

    /** Ends every connection; new ones work. */
    void cut() {
        losing = false;
        sockets.forEach(LossyProxy::end);
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(client, broker));
                daemon("requests", () -> pass(client, broker, false));
                daemon("answers", () -> pass(broker, client, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[64 << 10];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(buffer, 0, pieceBytes); count >= 0; count = in.read(buffer, 0, pieceBytes)) {
                LockSupport.parkNanos(delayNs);
                if (answers && losing) {
                    lostBytes.addAndGet(count);
                } else if (sinceBreak.addAndGet(count) >= breakEvery) {
                    sinceBreak.set(0);
                    breaks.incrementAndGet();
                    out.write(buffer, 0, count / 2);
                    end(from);
                    end(to);
                    return;
                } else {
                    out.write(buffer, 0, count);
                }
            }
        } catch (IOException cut) {
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            return; // which is what was wanted
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
