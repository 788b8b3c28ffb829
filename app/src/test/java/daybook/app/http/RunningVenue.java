package daybook.app.http;

import daybook.app.Json;
import daybook.app.dlq.DeadLetterBox;
import daybook.app.jobs.JobSettings;
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
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A whole venue on a port of its own, with nobody trading, and a client for it. */
public final class RunningVenue implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final VenueProcess process;
    private final Map<String, String> tokens = new HashMap<>();

    public RunningVenue(Path directory) {
        this(directory, false);
    }

    /** @param demo with the lab page's sandbox */
    RunningVenue(Path directory, boolean demo) {
        this(directory, demo, JobSettings.usual());
    }

    RunningVenue(Path directory, boolean demo, JobSettings jobs) {
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
                        jobs,
                        Optional.empty(),
                        demo),
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
    }

    /** Lets orders match, whatever the timetable says. */
    public void open() {
        send("operator", "POST", "/api/v1/ops/session", "{\"state\":\"AUCTION\"}");
        send("operator", "POST", "/api/v1/ops/session", "{\"state\":\"OPEN\"}");
    }

    public String address() {
        return process.address();
    }

    int port() {
        return URI.create(address()).getPort();
    }

    /** The token of an account, or of {@code operator} or {@code viewer}. */
    public String token(String name) {
        return tokens.getOrDefault(name, "");
    }

    Answered send(String who, String method, String path, String body) {
        return send(who, method, path, body, List.of("Content-Type", "application/json"));
    }

    Answered get(String who, String path) {
        return send(who, "GET", path, "");
    }

    Answered send(String who, String method, String path, String body, List<String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address() + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        if (!who.isEmpty()) {
            request.header("Authorization", "Bearer " + tokens.getOrDefault(who, who));
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Answered(response.statusCode(), response.body(), response);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    long durableSeq() {
        return get("", "/api/v1/ops/status").number("durableSeq");
    }

    @Override
    public void close() {
        process.close();
    }

    /** An answer. */
    record Answered(int status, String body, HttpResponse<String> response) {
        Map<String, Object> json() {
            return Json.object(Json.readOwn(body.getBytes(StandardCharsets.UTF_8)));
        }

        String text(String field) {
            return String.valueOf(json().get(field));
        }

        long number(String field) {
            return json().get(field) instanceof Json.Numeral number ? Long.parseLong(number.text()) : -1;
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }
}
