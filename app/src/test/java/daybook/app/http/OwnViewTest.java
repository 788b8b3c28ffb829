package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.security.TokenStore;
import daybook.delivery.MemoryLog;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Instrument;
import daybook.events.SessionState;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.posttrade.market.MarketReader;
import daybook.posttrade.market.MarketView;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web process answers from its own view who shows nothing; whoever shows a token is the exchange's to judge, at each request. */
class OwnViewTest {
    private static final String TOPIC = "exchange.events.v1";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final MemoryLog log = new MemoryLog(true);

    @Test
    void aTokenThatThisProcessKnowsIsStillTheExchangesToJudge() throws IOException, InterruptedException {
        TokenStore tokens = new TokenStore(directory.resolve("tokens"), new SecureRandom(), InstantSource.system());
        String token = tokens.create(daybook.app.security.Role.VIEWER, "", Optional.empty())
                .secret();
        WebServer web = new WebServer(
                new HttpSettings("127.0.0.1", 0, Set.of("127.0.0.1"), Duration.ofMillis(200)),
                new WebServer.RoleInside(
                        new Health(),
                        tokens,
                        new SimpleMeterRegistry(),
                        () -> "",
                        Optional.of(Optional::empty), // nobody knows where the exchange is
                        Optional.of(desk()),
                        Optional.empty()));
        try {
            assertThat(status(web)).isEqualTo(200);
            assertThat(status(web, "Authorization", "Bearer " + token)).isEqualTo(503);
            assertThat(status(web, "Cookie", "daybook_session=x")).isEqualTo(503);
            assertThat(status(web, "Via", "1.1 proxy")).isEqualTo(503);
        } finally {
            web.close();
        }
    }

    private MarketDesk desk() {
        log.createTopic(new TopicSpec(TOPIC, 3, Retention.UNLIMITED));
        MatchingEngine engine = new MatchingEngine();
        EventRecords records = new EventRecords(this::publish);
        engine.apply(
                new Command.ChangeInstrument(
                        new Instrument("INFY", 2, 0, 2, 5, 1, 1_500_00, 10, 1_000_000, 1_000_000_000_00L, "INR")),
                1_000,
                records);
        engine.apply(new Command.SetSession(SessionState.OPEN), 2_000, records);
        MarketReader nothing =
                new MarketReader(new SqliteDatabase(directory.resolve("none.db"), Duration.ofSeconds(1)));
        MarketView view = new MarketView(
                log, System::nanoTime, new MarketView.Settings(TOPIC, "view", ZoneOffset.UTC, 500), nothing);
        for (int i = 0; i < 10 && !view.isCurrent(); i++) {
            view.pump();
        }
        assertThat(view.isCurrent()).isTrue();
        return new MarketDesk(view, nothing);
    }

    private void publish(Event event) {
        log.append(
                TOPIC,
                new LogRecord(event.key().getBytes(StandardCharsets.UTF_8), EventJson.toBytes(event), List.of(), 0));
    }

    private static int status(WebServer web, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + "/api/v1/book/INFY"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static final class Health implements ProcessHealth {
        @Override
        public Map<String, Object> status() {
            return Map.of();
        }

        @Override
        public List<Map<String, Object>> lag() {
            return List.of();
        }

        @Override
        public Map<String, Object> backbone() {
            return Map.of();
        }

        @Override
        public Optional<String> notReady() {
            return Optional.empty();
        }
    }
}
