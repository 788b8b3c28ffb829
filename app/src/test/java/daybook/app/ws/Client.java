package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** A client on a real socket. Every message goes through a {@link Follower}. */
public final class Client implements AutoCloseable, WebSocket.Listener {
    private static final long PATIENCE_S = 10;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final StringBuilder parts = new StringBuilder();
    private final Follower follower = new Follower();
    private final WebSocket socket;

    /** @param headers names and values in turn */
    public Client(String address, String... headers) {
        WebSocket.Builder builder = HTTP.newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        this.socket = builder.buildAsync(URI.create(address.replace("http://", "ws://") + "/ws/v1"), this)
                .join();
    }

    public Client send(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    public Client sub(String channel) {
        return send(Json.write(Json.fields("op", "sub", "ch", channel)));
    }

    public Client sub(String channel, long from) {
        follower.resume(channel, from);
        return send(Json.write(Json.fields("op", "sub", "ch", channel, "from", from)));
    }

    public Client unsub(String channel) {
        return send(Json.write(Json.fields("op", "unsub", "ch", channel)));
    }

    WebSocket socket() {
        return socket;
    }

    /** The next message, whichever it is. */
    Told next() {
        return poll(TimeUnit.SECONDS.toMillis(PATIENCE_S)).orElseThrow(() -> new AssertionError("no message came"));
    }

    /** The next message, if one comes in time. */
    Optional<Told> poll(long millis) {
        try {
            Optional<Told> next = Optional.ofNullable(told.poll(millis, TimeUnit.MILLISECONDS));
            next.ifPresent(follower::hear);
            return next;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** Messages up to one that fits, that one included. */
    List<Told> until(Predicate<Told> last) {
        List<Told> heard = new ArrayList<>();
        do {
            heard.add(next());
        } while (!last.test(heard.get(heard.size() - 1)));
        return heard;
    }

    /** Asks and waits for the answer: what was asked before has then been dealt with. Returns what came before the answer. */
    List<Told> settle() {
        send("{\"op\":\"ping\"}");
        List<Told> heard = until(message -> message.type().equals("pong"));
        return heard.subList(0, heard.size() - 1);
    }

    /** Its socket's name. */
    String id() {
        send("{\"op\":\"who\"}");
        List<Told> heard = until(message -> message.type().equals("you"));
        Map<String, Object> data =
                Json.object(heard.get(heard.size() - 1).json().getOrDefault("data", Map.of()));
        return String.valueOf(data.get("socket"));
    }

    Follower follower() {
        return follower;
    }

    /** Type and last word of the channel's name of the next messages. */
    public List<String> firstTypes(int count) {
        List<String> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Told message = next();
            types.add(message.type() + " "
                    + message.channel().substring(message.channel().lastIndexOf('.') + 1));
        }
        return types;
    }

    /** Whether a message with that text comes before long. */
    public boolean heardUntil(String text) {
        return !until(told -> told.text().contains(text)).isEmpty();
    }

    /** The code that it was closed with. */
    public int endedWith() {
        try {
            return ended.get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (TimeoutException | java.util.concurrent.ExecutionException | InterruptedException still) {
            throw new AssertionError("not closed", still);
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        parts.append(data);
        if (last) {
            told.add(new Told(parts.toString()));
            parts.setLength(0);
        }
        from.request(1);
        return CompletableFuture.completedFuture(data);
    }

    @Override
    public CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
        from.request(1);
        return from.sendPong(message);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        ended.complete(code);
        return CompletableFuture.completedFuture(code);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        ended.complete(1006);
    }

    /** Ends, and says so if anything that came broke the promise. */
    @Override
    public void close() {
        socket.abort();
        assertThat(follower.faults()).isEmpty();
    }
}
