package daybook.app.gateway;

import daybook.app.Json;
import daybook.app.dlq.DeadLetterBox;
import daybook.app.http.HttpSettings;
import daybook.app.traders.TraderSettings;
import daybook.app.venue.DataDirectory;
import daybook.app.venue.DatabaseSettings;
import daybook.app.venue.StrategySettings;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueRole;
import daybook.app.venue.VenueSettings;
import daybook.events.Topics;
import daybook.exchange.pipeline.RecoveryProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A whole venue on a port of its own, open, with nobody trading; and the tokens of its accounts. */
final class ServingVenue implements Exchange, AutoCloseable {
    private final VenueProcess process;
    private final Map<String, String> tokens = new HashMap<>();

    ServingVenue(Path directory) {
        DataDirectory data = DataDirectory.of(directory, "");
        process = VenueProcess.open(
                new VenueSettings(
                        data,
                        DatabaseSettings.sqlite(Duration.ofSeconds(10)),
                        new HttpSettings("127.0.0.1", 0, Set.of("localhost", "127.0.0.1"), Duration.ofSeconds(10)),
                        new TraderSettings(0, 0, 0, 0),
                        new VenueSettings.Time(true, 1, true),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(10),
                        new VenueSettings.LogChoice(Optional.empty(), true),
                        new DeadLetterBox.Settings(new Topics("daybook."), 5),
                        VenueRole.UP,
                        StrategySettings.USUAL,
                        Optional.empty(),
                        false),
                RecoveryProgress.NONE);
        try {
            for (Object row : Json.array(Json.readOwn(Files.readAllBytes(data.firstTokens())))) {
                Map<String, Object> token = Json.object(row);
                String account = String.valueOf(token.get("account"));
                String name = account.isEmpty() ? String.valueOf(token.get("role")) : account;
                tokens.put(name, String.valueOf(token.get("token")));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        session("AUCTION");
        session("OPEN");
    }

    @Override
    public Optional<String> address() {
        return Optional.of(process.address());
    }

    @Override
    public Optional<String> token(String account) {
        return Optional.ofNullable(tokens.get(account));
    }

    private void session(String state) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(process.address() + "/api/v1/ops/session"))
                .header("Authorization", "Bearer " + tokens.get("operator"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"state\":\"" + state + "\"}"))
                .build();
        try {
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
