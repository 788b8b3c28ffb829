package daybook.lab.disk;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

/**
 * A disk in memory with a volatile write cache, spoken to by the protocol of network block devices (NBD, fixed newstyle). What was not
 * flushed is lost when the power goes, sector by sector of 512 bytes, as a seed says. Safe for many threads.
 */
final class PowerDisk implements AutoCloseable {
    private static final int SECTOR = 512;
    private static final int EIO = 5;
    private static final int EINVAL = 22;

    private final ServerSocket door;
    private final byte[] written;
    private final byte[] durable;
    private final BitSet volatileSectors = new BitSet();
    private boolean off;
    private boolean failOne;
    private boolean failed;

    PowerDisk(int mebibytes) throws IOException {
        written = new byte[mebibytes << 20];
        durable = new byte[mebibytes << 20];
        door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Nothing answers from now on. Of what was not flushed each sector is on the disk with the given probability. */
    synchronized void cut(double survives, long seed) {
        off = true;
        Random random = new Random(seed);
        for (int i = volatileSectors.nextSetBit(0); i >= 0; i = volatileSectors.nextSetBit(i + 1)) {
            if (random.nextDouble() < survives) {
                System.arraycopy(written, i * SECTOR, durable, i * SECTOR, SECTOR);
            }
        }
        volatileSectors.clear();
        System.arraycopy(durable, 0, written, 0, durable.length);
    }

    synchronized void powerOn() {
        off = false;
    }

    /** The next write of blocks fails, and no other. */
    synchronized void failOneWrite() {
        failOne = true;
        failed = false;
    }

    /** Whether it has. */
    synchronized boolean hasFailed() {
        return failed;
    }

    @Override
    public void close() throws IOException {
        door.close();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = door.accept();
                client.setTcpNoDelay(true);
                start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "power-disk");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Socket client) {
        try (client;
                DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream(), 1 << 20));
                DataOutputStream out =
                        new DataOutputStream(new BufferedOutputStream(client.getOutputStream(), 1 << 20))) {
            if (agree(in, out)) {
                while (answer(in, out)) {}
            }
        } catch (IOException gone) {
            // So is the disk, for this client.
        }
    }

    private boolean agree(DataInputStream in, DataOutputStream out) throws IOException {
        out.writeLong(0x4e42444d41474943L); // NBDMAGIC
        out.writeLong(0x49484156454F5054L); // IHAVEOPT
        out.writeShort(3); // fixed newstyle, no zeroes
        out.flush();
        in.readInt();
        while (true) {
            in.readLong();
            int option = in.readInt();
            in.readFully(new byte[in.readInt()]);
            switch (option) {
                case 6, 7 -> { // info, go
                    byte[] export = ByteBuffer.allocate(12)
                            .putShort((short) 0)
                            .putLong(written.length)
                            .putShort((short) (1 | 4 | 8)) // flags, flush, FUA
                            .array();
                    reply(out, option, 3, export);
                    reply(out, option, 1, new byte[0]);
                    if (option == 7) {
                        return true;
                    }
                }
                case 2 -> { // abort
                    reply(out, option, 1, new byte[0]);
                    return false;
                }
                default -> reply(out, option, 0x80000001, new byte[0]); // not supported
            }
        }
    }

    private static void reply(DataOutputStream out, int option, int type, byte[] data) throws IOException {
        out.writeLong(0x3e889045565a9L);
        out.writeInt(option);
        out.writeInt(type);
        out.writeInt(data.length);
        out.write(data);
        out.flush();
    }

    private boolean answer(DataInputStream in, DataOutputStream out) throws IOException {
        in.readInt();
        boolean throughCache = (in.readUnsignedShort() & 1) == 0;
        int type = in.readUnsignedShort();
        long handle = in.readLong();
        int offset = Math.toIntExact(in.readLong());
        int length = in.readInt();
        byte[] data = new byte[type <= 1 ? length : 0];
        if (type == 1) {
            in.readFully(data);
        }
        if (type == 2) {
            return false;
        }
        int error = switch (type) {
            case 0 -> read(offset, data);
            case 1 -> write(offset, data, throughCache);
            case 3 -> flush();
            default -> EINVAL;
        };
        out.writeInt(0x67446698);
        out.writeInt(error);
        out.writeLong(handle);
        if (type == 0 && error == 0) {
            out.write(data);
        }
        out.flush();
        return true;
    }

    private synchronized int read(int offset, byte[] into) {
        if (off) {
            return EIO;
        }
        System.arraycopy(written, offset, into, 0, into.length);
        return 0;
    }

    private synchronized int write(int offset, byte[] data, boolean throughCache) {
        if (off) {
            return EIO;
        }
        if (failOne) {
            failOne = false;
            failed = true;
            return EIO;
        }
        System.arraycopy(data, 0, written, offset, data.length);
        if (throughCache) {
            volatileSectors.set(offset / SECTOR, (offset + data.length + SECTOR - 1) / SECTOR);
        } else {
            System.arraycopy(data, 0, durable, offset, data.length);
        }
        return 0;
    }

    private synchronized int flush() {
        if (off) {
            return EIO;
        }
        for (int i = volatileSectors.nextSetBit(0); i >= 0; i = volatileSectors.nextSetBit(i + 1)) {
            int from = i * SECTOR;
            System.arraycopy(Arrays.copyOfRange(written, from, from + SECTOR), 0, durable, from, SECTOR);
        }
        volatileSectors.clear();
        return 0;
    }
}
