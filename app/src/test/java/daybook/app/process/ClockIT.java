package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import daybook.journal.Machine;
import daybook.lab.check.Recorded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** J-08: the machine's clock jumps between runs, two days back and two days ahead; the order of things is that of their numbers. */
class ClockIT {
    private static final int ORDERS = 100;

    @TempDir
    Path folder;

    private Path data;
    private final Told told = new Told();

    @BeforeEach
    void freshDirectory() {
        data = folder.resolve("data");
    }

    @Test
    void ordersKeepTheirPlaceWhateverTheClockSays() {
        Machine.needs("faketime");
        run("now", List.of());
        run("back", List.of("faketime", "-f", "-2d"));
        run("ahead", List.of("faketime", "-f", "+2d"));
        run("again", List.of());

        new Outside(data).isClean(told);
        List<String> ids = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        Recorded.events(data, event -> {
            times.add(event.get("time") instanceof Long time ? time : 0L);
            if ("OrderAccepted".equals(event.get("type"))) {
                ids.add(String.valueOf(event.get("clientOrderId")));
            }
        });
        List<String> entered = new ArrayList<>();
        for (String name : List.of("now", "back", "ahead", "again")) {
            for (int i = 0; i < ORDERS; i++) {
                entered.add(name + "-" + i);
            }
        }
        assertThat(ids).isEqualTo(entered);
        assertThat(times).as("venue time never goes back").isSorted();
    }

    /** SECURITY 39: a clock that is set, forwards and back, while the venue runs on it. What lasts is measured on another one. */
    @Test
    void aClockThatIsSetUnderARunningVenueChangesNothing() throws IOException {
        Machine.needs("faketime");
        Path says = Files.writeString(folder.resolve("clock"), "+0");
        RunningVenue venue = RunningVenue.startWith(
                Map.of(
                        "LD_PRELOAD",
                        library().toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        says.toString(),
                        "FAKETIME_NO_CACHE",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        "FAKETIME_FORCE_MONOTONIC_FIX", // with it every wait with a time limit returns at once
                        "0"),
                data,
                "--traders",
                "0",
                "--clock",
                "wall");
        open(venue);
        for (String jump : List.of("+0", "+1h", "+30d", "-2d")) {
            Files.writeString(says, jump);
            open(venue); // the timetable may have closed it
            order(venue, "jump" + jump.replace('+', 'p'), 10);
        }
        assertThat(venue.ask(venue.operator(), "GET", "/api/v1/ops/status", new byte[0])
                        .body())
                .contains("\"state\":\"green\"");
        venue.endsWell(told);

        new Outside(data).isClean(told);
        List<Long> times = new ArrayList<>();
        Recorded.events(data, event -> times.add(event.get("time") instanceof Long time ? time : 0L));
        assertThat(times).as("venue time never goes back").isSorted();
        assertThat(times.get(times.size() - 1) - times.get(0))
                .as("it saw the jumps, in microseconds")
                .isGreaterThan(Duration.ofDays(20).toMillis() * 1_000);
    }

    private static Path library() throws IOException {
        try (Stream<Path> found = Files.find(
                Path.of("/usr/lib"), 3, (path, a) -> path.endsWith("libfaketimeMT.so.1") && Files.isReadable(path))) {
            return found.findFirst().orElseThrow();
        }
    }

    private void run(String name, List<String> faked) {
        RunningVenue venue = RunningVenue.start(faked, data, "--traders", "0", "--clock", "wall");
        open(venue);
        order(venue, name, ORDERS);
        venue.endsWell(told);
    }

    private static void open(RunningVenue venue) {
        for (String state : List.of("AUCTION", "OPEN")) { // whatever day it is
            venue.ask(venue.operator(), "POST", "/api/v1/ops/session", bytes("{\"state\":\"" + state + "\"}"));
        }
    }

    private void order(RunningVenue venue, String name, int count) {
        for (int i = 0; i < count; i++) {
            String id = name + "-" + i;
            String body = "{\"clientOrderId\":\"" + id + "\",\"symbol\":\"INFY\",\"side\":\""
                    + (i % 2 == 0 ? "BUY" : "SELL")
                    + "\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"price\":\"1500.00\",\"quantity\":\"1\"}";
            String account = "bot-" + (1 + i % 4);
            var answer = venue.ask(venue.token(account), "POST", "/api/v1/orders", bytes(body));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode json = RunningVenue.JSON.readTree(answer.body());
            told.accepted(
                    account, id, json.get("seq").asLong(), json.get("orderId").asLong());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
