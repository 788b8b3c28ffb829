package daybook.fix.session;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.fix.FixSocket;
import daybook.fix.FixText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays a scenario against a real socket.
 *
 * <p>{@code iCONNECT} opens a connection, {@code I} sends, {@code E} waits for exactly one message, {@code eDISCONNECT} waits for the
 * other side to close without another message. A number before a comma names the connection; without one it is the first. What is
 * sent gets the length and checksum that it lacks. What is expected is compared field by field: length, checksum and times are not,
 * the text (58) needs only to begin as expected.
 */
final class ScenarioPlayer implements AutoCloseable {
    private static final Pattern LINE = Pattern.compile("([iIeE])(?:(\\d+),)?(.*)", Pattern.DOTALL);
    private static final Pattern TIME = Pattern.compile("<TIME([+-]\\d+)?>");
    private static final Set<String> TIMES = Set.of("52", "60", "122");
    private static final Set<String> FRAME = Set.of("9", "10");
    /** An offset of 121 is meant to be beyond a limit of 120 seconds: a unit is a little more than a second. */
    private static final long OFFSET_MILLIS = 1_100;

    private static final int PATIENCE_MILLIS = 10_000;
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final InetSocketAddress address;
    private final BooleanSupplier free;
    private final Map<String, FixSocket> sockets = new HashMap<>();
    private boolean closedByThem;

    /** @param free whether the other side has noticed that the last connection is over */
    ScenarioPlayer(InetSocketAddress address, BooleanSupplier free) {
        this.address = address;
        this.free = free;
    }

    void play(Scenario scenario) throws IOException {
        int number = 0;
        for (String line : scenario.lines()) {
            number++;
            Matcher parts = LINE.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            String connection = Optional.ofNullable(parts.group(2)).orElse("1");
            step(parts.group(1), connection, parts.group(3), scenario.name() + ", step " + number + ": " + shown(line));
        }
    }

    private void step(String verb, String connection, String rest, String what) throws IOException {
        switch (verb) {
            case "i" -> {
                if (closedByThem) {
                    awaitFree(what);
                }
                FixSocket before = sockets.put(connection, new FixSocket(address));
                if (before != null) {
                    before.close();
                }
            }
            case "I" -> send(connection, rest);
            case "E" -> expect(connection, rest, what);
            case "e" -> {
                assertThat(next(connection, what)).as(what).isEmpty();
                closedByThem = true;
            }
            default -> throw new IllegalStateException(what);
        }
    }

    /** Its socket is closed a moment before its session knows; who comes in between is turned away, as he should be. */
    private void awaitFree(String what) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!free.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            LockSupport.parkNanos(1_000_000);
        }
        // Then the session layer still hears of the end of the old connection, on another thread, and ends whatever is
        // open by then.
        LockSupport.parkNanos(SETTLE_NANOS);
        closedByThem = false;
    }

    private void send(String connection, String rest) throws IOException {
        String text = withTimes(rest);
        int headEnd = text.indexOf(FixText.SOH) + 1;
        int checksum = text.lastIndexOf(FixText.SOH + "10=");
        String tail = checksum < 0 ? "" : text.substring(checksum + 1);
        String body = text.substring(headEnd, checksum < 0 ? text.length() : checksum + 1);
        String whole =
                text.substring(0, headEnd) + (body.startsWith("9=") ? "" : "9=" + body.length() + FixText.SOH) + body;
        try {
            socket(connection).send(whole + (tail.isEmpty() ? FixText.checksum(whole) : tail));
        } catch (IOException closed) {
            // The other side may have closed already: whether it should have, the next step says.
        }
    }

    private void expect(String connection, String rest, String what) throws IOException {
        Map<String, String> expected = FixText.fields(rest);
        Map<String, String> actual = FixText.fields(next(connection, what).orElse("(closed)"));

        expected.forEach((tag, value) -> {
            assertThat(actual).as(what).containsKey(FRAME.contains(tag) ? "10" : tag);
            if (tag.equals("58")) {
                assertThat(actual.get(tag)).as(what).startsWith(value);
            } else if (!FRAME.contains(tag) && !TIMES.contains(tag)) {
                assertThat(actual).as(what).containsEntry(tag, value);
            }
        });
        assertThat(actual.keySet())
                .as(what)
                .filteredOn(tag -> !TIMES.contains(tag) && !FRAME.contains(tag))
                .isSubsetOf(expected.keySet());
    }

    private Optional<String> next(String connection, String what) throws IOException {
        try {
            return socket(connection).receive(PATIENCE_MILLIS);
        } catch (SocketTimeoutException e) {
            throw new AssertionError(what + ": nothing came", e);
        }
    }

    private FixSocket socket(String connection) {
        FixSocket socket = sockets.get(connection);
        if (socket == null) {
            throw new IllegalStateException("connection: " + connection + " (expected: opened before)");
        }
        return socket;
    }

    private static String withTimes(String text) {
        return TIME.matcher(text)
                .replaceAll(found ->
                        FixText.now(found.group(1) == null ? 0 : Long.parseLong(found.group(1)) * OFFSET_MILLIS));
    }

    private static String shown(String line) {
        return line.replace(FixText.SOH, '|');
    }

    @Override
    public void close() throws IOException {
        for (FixSocket socket : sockets.values()) {
            socket.close();
        }
    }
}
