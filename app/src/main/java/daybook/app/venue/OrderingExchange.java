package daybook.app.venue;

import daybook.app.Json;
import daybook.app.gateway.Exchange;
import daybook.app.http.ExchangeAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exchange in another process, to which this one's order-gateway sends orders with the token of each account. Those are in a file, in
 * clear, for this process alone: {@code tokens.json} of its data directory, as {@code up} writes it.
 */
final class OrderingExchange implements Exchange {
    private final ExchangeAddress exchange;
    private final Path file;
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    OrderingExchange(ExchangeAddress exchange, Path file) {
        this.exchange = exchange;
        this.file = file;
    }

    @Override
    public Optional<String> address() {
        return exchange.get();
    }

    /** A token that is not known is looked for in the file: it may have come meanwhile. */
    @Override
    public Optional<String> token(String account) {
        if (!tokens.containsKey(account)) {
            read();
        }
        return Optional.ofNullable(tokens.get(account));
    }

    private void read() {
        if (!Files.exists(file)) {
            return;
        }
        try {
            for (Object row : Json.array(Json.readOwn(Files.readAllBytes(file)))) {
                Map<String, Object> entry = Json.object(row);
                if (entry.get("account") instanceof String account && entry.get("token") instanceof String token) {
                    tokens.put(account, token);
                }
            }
        } catch (IOException unreadable) {
            return; // then there is no token, and the order waits
        }
    }
}
