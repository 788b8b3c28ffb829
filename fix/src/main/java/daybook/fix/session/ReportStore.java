package daybook.fix.session;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import quickfix.MessageStore;

/**
 * A session's numbers and sent messages, and how far it has been told the exchange's history: read from the messages themselves, so
 * that the two cannot disagree. Beside them lies the place in a file of its own, written before the messages are thrown away, when
 * the numbers start again.
 *
 * <p>Durability is QuickFIX/J's file store's: written with each message, forced only if so configured.
 *
 * <p>The session layer's locks guard it; {@link #place} is safe for many threads.
 */
public final class ReportStore implements MessageStore, Closeable {
    private static final String EXEC_ID = "\u000117=";
    private static final String REPLACED = "\u0001150=5\u0001";
    private static final int MESSAGES_AT_ONCE = 500;
    private static final int MESSAGES_IN_A_SCAN = 20_000;

    private final MessageStore store;
    private final Path placeFile;
    private volatile long place;

    /** @param start the place of a session that has never been told anything */
    ReportStore(MessageStore store, Path placeFile, long start) throws IOException {
        this.store = store;
        this.placeFile = placeFile;
        if (Files.exists(placeFile)) {
            this.place = Math.max(placeInFile(), placeInMessages());
        } else {
            this.place = Math.max(start, placeInMessages());
            writePlace();
        }
    }

    /** What was stored last for this session. What comes after it has not been reported. */
    public long place() {
        return place;
    }

    private long placeInFile() throws IOException {
        String text = Files.readString(placeFile, StandardCharsets.US_ASCII).trim();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(placeFile + ": " + text + " (expected: a number)", e);
        }
    }

    /** Newest first. A message at the next number was not finished: its number will be used again. */
    private long placeInMessages() throws IOException {
        for (int last = store.getNextSenderMsgSeqNum() - 1; last > 0; last -= MESSAGES_AT_ONCE) {
            List<String> messages = new ArrayList<>();
            store.get(Math.max(1, last - MESSAGES_AT_ONCE + 1), last, messages);
            long highest =
                    messages.stream().mapToLong(ReportStore::placeOf).max().orElse(-1);
            if (highest >= 0) {
                return highest;
            }
        }
        return -1;
    }

    /** A new name that an order was given, as it was reported. */
    public record Renamed(long seq, long orderId, String clOrdId, String origClOrdId) {}

    /**
     * What the stored messages tell of replaced orders: the exchange's history does not know what its clients call their requests.
     *
     * @param afterSeq only of events behind it
     */
    public List<Renamed> renamed(long afterSeq) throws IOException {
        List<Renamed> found = new ArrayList<>();
        int next = store.getNextSenderMsgSeqNum();
        for (int first = 1; first < next; first += MESSAGES_IN_A_SCAN) {
            List<String> messages = new ArrayList<>();
            store.get(first, Math.min(next, first + MESSAGES_IN_A_SCAN) - 1, messages);
            for (String message : messages) {
                long seq = Place.seq(placeOf(message));
                if (message.contains(REPLACED) && seq > afterSeq) {
                    found.add(new Renamed(
                            seq, Long.parseLong(field(message, 37)), field(message, 11), field(message, 41)));
                }
            }
        }
        return found;
    }

    private static String field(String message, int tag) {
        String start = "\u0001" + tag + "=";
        int at = message.indexOf(start);
        return at < 0 ? "" : message.substring(at + start.length(), message.indexOf('\u0001', at + start.length()));
    }

    private static long placeOf(String message) {
        int at = message.indexOf(EXEC_ID);
        int end = at < 0 ? -1 : message.indexOf('\u0001', at + EXEC_ID.length());
        return end < 0 ? -1 : Place.of(message.substring(at + EXEC_ID.length(), end));
    }

    private void writePlace() throws IOException {
        Path fresh = placeFile.resolveSibling(placeFile.getFileName() + ".new");
        Files.writeString(fresh, Long.toString(place), StandardCharsets.US_ASCII);
        Files.move(fresh, placeFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public boolean set(int sequence, String message) throws IOException {
        boolean stored = store.set(sequence, message);
        place = Math.max(place, placeOf(message));
        return stored;
    }

    @Override
    public void reset() throws IOException {
        writePlace();
        store.reset();
    }

    @Override
    public void get(int startSequence, int endSequence, Collection<String> messages) throws IOException {
        store.get(startSequence, endSequence, messages);
    }

    @Override
    public int getNextSenderMsgSeqNum() throws IOException {
        return store.getNextSenderMsgSeqNum();
    }

    @Override
    public int getNextTargetMsgSeqNum() throws IOException {
        return store.getNextTargetMsgSeqNum();
    }

    @Override
    public void setNextSenderMsgSeqNum(int next) throws IOException {
        store.setNextSenderMsgSeqNum(next);
    }

    @Override
    public void setNextTargetMsgSeqNum(int next) throws IOException {
        store.setNextTargetMsgSeqNum(next);
    }

    @Override
    public void incrNextSenderMsgSeqNum() throws IOException {
        store.incrNextSenderMsgSeqNum();
    }

    @Override
    public void incrNextTargetMsgSeqNum() throws IOException {
        store.incrNextTargetMsgSeqNum();
    }

    @Override
    public Date getCreationTime() throws IOException {
        return store.getCreationTime();
    }

    @Override
    public void refresh() throws IOException {
        store.refresh();
    }

    @Override
    public void close() throws IOException {
        if (store instanceof Closeable closeable) {
            closeable.close();
        }
    }
}
