package daybook.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.MemoryLog;
import daybook.delivery.ServicePorts;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.Side;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.strategies.OrderIntent;
import daybook.strategies.Records;
import daybook.strategies.gateway.GatewayOptions;
import daybook.strategies.gateway.GatewayReader;
import daybook.strategies.gateway.OrderFilter;
import daybook.strategies.gateway.OrderGateway;
import daybook.strategies.gateway.OrderLine;
import daybook.strategies.venue.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gateway, the adapter and a whole venue, with a proxy between them that hangs up on every third connection in the middle of the
 * answer: the venue has the order and nobody was told.
 */
class GatewayOverHttpTest {
    private static final int INTENTS = 30;

    @TempDir
    Path dir;

    @Test
    void ordersWhoseAnswersWereCutAreOneOrderEach() {
        Topics topics = new Topics("");
        MemoryLog log = new MemoryLog(true);
        for (Topic topic : List.of(Topics.ORDER_INTENTS, Topics.ORDER_INTENTS_DEAD, Topics.ORDER_EVENTS)) {
            log.createTopic(new TopicSpec(topic.name(), topic.partitions(), Retention.UNLIMITED));
        }
        Records records = new Records(topics);
        List<OrderIntent> intents = new ArrayList<>();
        for (int i = 0; i < INTENTS; i++) {
            OrderIntent intent = OurExchangeContract.limit("bot-" + (1 + i % 3), Side.BUY, 1_400_00 + 5 * i, 1);
            intents.add(intent);
            log.append(Topics.ORDER_INTENTS.name(), Records.record(records.of(intent, 0), 0));
        }
        VenueTerms terms = new VenueTerms("DAYBOOK", Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofHours(1));

        try (ServingVenue venue = new ServingVenue(dir.resolve("venue"));
                CuttingProxy proxy = new CuttingProxy(venue, 3);
                HttpVenue cut = new HttpVenue(terms, proxy);
                HttpVenue whole = new HttpVenue(terms, venue);
                Database database = new SqliteDatabase(dir.resolve("strategies.db"), Duration.ofSeconds(5));
                OrderGateway gateway = new OrderGateway(
                        new ServicePorts(log, database, InstantSource.system(), System::nanoTime, "test"),
                        List.of(cut),
                        GatewayOptions.of(topics))) {
            GatewayReader reader = new GatewayReader(database);
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (System.nanoTime() < end && !(gateway.pump() == 0 && isOver(reader))) {
                Thread.onSpinWait();
            }

            assertThat(reader.unresolved(INTENTS)).isEmpty();
            assertThat(gateway.figures().unknown()).as("answers cut").isPositive();
            assertThat(gateway.figures().submitted()).isEqualTo(INTENTS);
            for (OrderIntent intent : intents) {
                OrderLine line = reader.order(intent.id()).orElseThrow();
                assertThat(whole.find(intent))
                        .isInstanceOfSatisfying(
                                Answer.Known.class,
                                known -> assertThat(known.venueOrderId()).isEqualTo(line.venueOrderId()));
            }
            assertThat(intents.stream().map(intent -> reader.order(intent.id())).flatMap(Optional::stream))
                    .extracting(OrderLine::venueOrderId)
                    .doesNotHaveDuplicates();
        }
    }

    private static boolean isOver(GatewayReader reader) {
        return reader.orders(OrderFilter.ALL, INTENTS).size() == INTENTS
                && reader.unresolved(1).isEmpty();
    }
}
