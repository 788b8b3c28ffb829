package daybook.app.venue;

import daybook.app.Json;
import daybook.app.traders.TraderDesk;
import daybook.exchange.pipeline.Counters;
import daybook.exchange.pipeline.Exchange;
import daybook.publisher.PublisherStatus;
import java.util.Map;

/** The last line of {@code up --for}. */
final class Summary {
    private Summary() {}

    static Map<String, Object> of(Exchange exchange, Downstream downstream, TraderDesk desk, long elapsedMs) {
        Counters counters = exchange.counters();
        PublisherStatus publisher = downstream.publisherStatus();
        long durable = exchange.durableSeq();
        long serviceErrors = downstream.services().values().stream()
                .mapToLong(service -> service.failures())
                .sum();
        return Json.fields(
                "orders", counters.accepted() + counters.rejected(),
                "accepted", counters.accepted(),
                "rejected", counters.rejected(),
                "trades", counters.trades(),
                "events", counters.events(),
                "commands", counters.commands(),
                "durableSeq", durable,
                "publishedSeq", publisher.publishedSeq(),
                "lag", durable - publisher.publishedSeq(),
                "positions", downstream.postTrade().ledgerReader().counts().positions(),
                "busy", counters.busy() + desk.busy(),
                "errors",
                        publisher.errors()
                                + serviceErrors
                                + counters.listenerFaults()
                                + downstream.troubles().size(),
                "elapsedMs", elapsedMs);
    }
}
