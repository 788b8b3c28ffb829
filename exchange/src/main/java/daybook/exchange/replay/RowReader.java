package daybook.exchange.replay;

import daybook.events.SessionState;
import daybook.events.Side;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a command file one by one and refuses the first bad one. What needs the book to be told (an id that still rests)
 * is not its business.
 */
final class RowReader implements Closeable {
    static final String HEADER = "n,cmd,order_id,side,price,qty,owner";
    static final int MAX_TEXT_CHARS = 64;

    private static final int COLUMNS = 7;
    private static final int N = 0;
    private static final int CMD = 1;
    private static final int ORDER_ID = 2;
    private static final int SIDE = 3;
    private static final int PRICE = 4;
    private static final int QTY = 5;
    private static final int OWNER = 6;
    private static final String[] NAMES = HEADER.split(",", -1);
    private static final int MAX_N_DIGITS = 18;

    private final String file;
    private final LineReader lines;
    private final byte[] text;
    /** Column i is text[starts[i] .. starts[i + 1] - 1). */
    private final int[] starts = new int[COLUMNS + 1];

    private long line;

    /**
     * @param file what messages call it
     * @throws ReplayException if it does not start with the header
     */
    RowReader(String file, InputStream in) throws IOException {
        this.file = file;
        line = 1;
        try {
            lines = new LineReader(in);
        } catch (ZipException | EOFException e) {
            in.close();
            throw damaged(e);
        }
        text = lines.line();
        int length = nextLine();
        String header = length == LineReader.END ? "" : new String(text, 0, length, StandardCharsets.UTF_8);
        if (!header.equals(HEADER)) {
            lines.close();
            throw ReplayException.badRow(file, 1, "header", header, HEADER);
        }
    }

    /** The next row, or null at the end of the file. */
    @Nullable
    Row next() throws IOException {
        line++;
        int length = nextLine();
        if (length == LineReader.END) {
            return null;
        }
        split(length);
        long n = line - 1;
        if (number() != n) {
            throw bad(N, Long.toString(n));
        }
        Verb verb = Verb.spelled(text, starts[CMD], end(CMD));
        if (verb == null) {
            throw bad(CMD, Verb.ALL);
        }
        return verb == Verb.PHASE ? phase(n) : command(n, verb);
    }

    private Row phase(long n) {
        requireBlank(ORDER_ID, Verb.PHASE);
        requireBlank(SIDE, Verb.PHASE);
        requireBlank(QTY, Verb.PHASE);
        requireBlank(OWNER, Verb.PHASE);
        SessionState state = switch (string(PRICE)) {
            case "PREOPEN" -> SessionState.AUCTION;
            case "OPEN" -> SessionState.OPEN;
            default -> throw bad(PRICE, "PREOPEN or OPEN");
        };
        return new Row(line, n, Verb.PHASE, "", Side.BUY, PlainDecimal.NONE, PlainDecimal.NONE, "", state);
    }

    private Row command(long n, Verb verb) {
        String orderId = name(ORDER_ID);
        if (orderId.isEmpty()) {
            throw bad(ORDER_ID, "1 to " + MAX_TEXT_CHARS + " characters");
        }
        Side side = Side.BUY;
        if (verb.hasSide) {
            side = side();
        } else {
            requireBlank(SIDE, verb);
        }
        PlainDecimal price = verb.hasPrice ? positive(PRICE) : blankNumber(PRICE, verb);
        PlainDecimal quantity = verb.hasQuantity ? positive(QTY) : blankNumber(QTY, verb);
        return new Row(line, n, verb, orderId, side, price, quantity, name(OWNER), SessionState.OPEN);
    }

    private int nextLine() throws IOException {
        int length;
        try {
            length = lines.next();
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        }
        if (length == LineReader.TOO_LONG) {
            throw ReplayException.badRow(
                    file, line, "line", "too long", "at most " + LineReader.MAX_LINE_BYTES + " bytes");
        }
        return length;
    }

    private void split(int length) {
        int columns = 1;
        for (int i = 0; i < length; i++) {
            if (text[i] == ',') {
                if (columns < COLUMNS) {
                    starts[columns] = i + 1;
                }
                columns++;
            }
        }
        if (columns != COLUMNS) {
            throw ReplayException.badRow(file, line, "columns", Integer.toString(columns), COLUMNS + ": " + HEADER);
        }
        starts[COLUMNS] = length + 1;
    }

    private int end(int column) {
        return starts[column + 1] - 1;
    }

    private boolean isBlank(int column) {
        return starts[column] == end(column);
    }

    /** The row's number, or -1 if it is none. */
    private long number() {
        int length = end(N) - starts[N];
        if (length < 1 || length > MAX_N_DIGITS || text[starts[N]] == '0') {
            return -1;
        }
        long n = 0;
        for (int i = starts[N]; i < end(N); i++) {
            if (text[i] < '0' || text[i] > '9') {
                return -1;
            }
            n = n * 10 + (text[i] - '0');
        }
        return n;
    }

    private Side side() {
        if (end(SIDE) - starts[SIDE] == 1) {
            if (text[starts[SIDE]] == 'B') {
                return Side.BUY;
            }
            if (text[starts[SIDE]] == 'A') {
                return Side.SELL;
            }
        }
        throw bad(SIDE, "B or A");
    }

    private PlainDecimal positive(int column) {
        PlainDecimal number = PlainDecimal.written(text, starts[column], end(column));
        if (number == null || number.unscaled() == 0) {
            throw bad(
                    column,
                    "a plain number above 0, at most " + PlainDecimal.MAX_SCALE + " decimals and "
                            + PlainDecimal.MAX_UNSCALED + " units");
        }
        return number;
    }

    private PlainDecimal blankNumber(int column, Verb verb) {
        requireBlank(column, verb);
        return PlainDecimal.NONE;
    }

    private void requireBlank(int column, Verb verb) {
        if (!isBlank(column)) {
            throw bad(column, "blank with " + verb);
        }
    }

    /**
     * An id or a label. Quotes are refused: whoever writes them expects them to be taken off, and here they would become part of the
     * name.
     */
    private String name(int column) {
        int length = end(column) - starts[column];
        boolean plain = length <= MAX_TEXT_CHARS;
        for (int i = starts[column]; i < end(column); i++) {
            plain &= text[i] >= ' ' && text[i] != '"' && text[i] != 0x7f;
        }
        return plain ? new String(text, starts[column], length, StandardCharsets.ISO_8859_1) : international(column);
    }

    private String international(int column) {
        String name;
        try {
            name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text, starts[column], end(column) - starts[column]))
                    .toString();
        } catch (CharacterCodingException e) {
            throw bad(column, "UTF-8");
        }
        if (name.codePointCount(0, name.length()) > MAX_TEXT_CHARS) {
            throw bad(column, "at most " + MAX_TEXT_CHARS + " characters");
        }
        if (name.indexOf('"') >= 0 || name.chars().anyMatch(Character::isISOControl)) {
            throw bad(column, "no quotes and no control characters");
        }
        return name;
    }

    private String string(int column) {
        return new String(text, starts[column], end(column) - starts[column], StandardCharsets.UTF_8);
    }

    private ReplayException bad(int column, String expected) {
        return ReplayException.badRow(file, line, NAMES[column], string(column), expected);
    }

    private ReplayException damaged(IOException cause) {
        ReplayException damaged =
                ReplayException.badRow(file, line, "gzip", String.valueOf(cause.getMessage()), "a whole gzip file");
        damaged.initCause(cause);
        return damaged;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
