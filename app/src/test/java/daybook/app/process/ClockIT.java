package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import daybook.lab.check.Recorded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        Lab.needs("faketime");
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

    /**
     * SECURITY 39. The clock jumps under a running venue: browser sessions, leases of the services, numbers and the order of things
     * stay what they are, and nobody has to be started again.
     */
    @Test
    void aClockThatJumpsUnderARunningVenueChangesNothing() throws IOException {
        Path library = Path.of(
                        "/usr/lib",
                        System.getProperty("os.arch").equals("aarch64") ? "aarch64-linux-gnu" : "x86_64-linux-gnu")
                .resolve("faketime/libfaketime.so.1");
        Lab.needs(Files.exists(library), library + " is not installed");
        Path offset = Files.writeString(folder.resolve("offset"), "+0");
        RunningVenue venue = RunningVenue.startWith(
                Map.of(
                        "LD_PRELOAD",
                        library.toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        offset.toString(),
                        "FAKETIME_NO_CACHE",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1"),
                data,
                "--traders",
                "0",
                "--clock",
                "wall");
        open(venue);
        String cookie = venue.cookie();
        enter(venue, "before");
        for (String jump : List.of("-1h", "+30d", "-30d", "+0")) {
            Files.writeString(offset, jump);
            enter(venue, "after" + jump);
            assertThat(venue.who(cookie))
                    .as("the browser's session after " + jump)
                    .contains("\"role\":\"operator\"");
        }
        venue.endsWell(told);

        List<Long> times = new ArrayList<>();
        Recorded.events(data, event -> times.add(event.get("time") instanceof Long time ? time : 0L));
        assertThat(times).as("venue time never goes back").isSorted();
    }

    private void run(String name, List<String> faked) {
        RunningVenue venue = RunningVenue.start(faked, data, "--traders", "0", "--clock", "wall");
        open(venue);
        enter(venue, name);
        venue.endsWell(told);
    }

    /** Whatever day it is. */
    private static void open(RunningVenue venue) {
        for (String state : List.of("AUCTION", "OPEN")) {
            venue.ask(venue.operator(), "POST", "/api/v1/ops/session", bytes("{\"state\":\"" + state + "\"}"));
        }
    }

    private void enter(RunningVenue venue, String name) {
        for (int i = 0; i < ORDERS; i++) {
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
