package daybook.app.venue;

import daybook.app.ws.Hub;
import daybook.delivery.broadcast.BroadcastRelay;
import daybook.delivery.broadcast.Broadcaster;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** What clients are told live, for Prometheus. Nothing about any client is a label. */
final class SocketFigures {
    private SocketFigures() {}

    static void bind(MeterRegistry registry, Hub hub) {
        Gauge.builder("daybook.sockets.open", hub, h -> h.counts().sockets())
                .description("WebSockets that are open.")
                .register(registry);
        Gauge.builder("daybook.sockets.channels", hub, h -> h.counts().channels())
                .description("Channels that somebody listens to.")
                .register(registry);
        FunctionCounter.builder("daybook.sockets.opened", hub, h -> h.counts().opened())
                .description("Handshakes that were let in.")
                .register(registry);
        FunctionCounter.builder("daybook.sockets.slow", hub, h -> h.counts().tooSlow())
                .description("Cut off because a frame was not taken in time.")
                .register(registry);
        FunctionCounter.builder("daybook.sockets.refused", hub, h -> h.counts().refused())
                .description("Handshakes refused because there were too many.")
                .register(registry);
    }

    static void bind(MeterRegistry registry, BroadcastRelay relay, Broadcaster broadcaster) {
        FunctionCounter.builder(
                        "daybook.broadcasts.heard", relay, r -> r.counts().heard())
                .description("Broadcasts heard from the topic.")
                .register(registry);
        FunctionCounter.builder(
                        "daybook.broadcasts.skipped", relay, r -> r.counts().skipped())
                .description("Records there that were none.")
                .register(registry);
        FunctionCounter.builder(
                        "daybook.broadcasts.rejoined", relay, r -> r.counts().rejoined())
                .description("How often the topic was joined again.")
                .register(registry);
        FunctionCounter.builder(
                        "daybook.broadcasts.gaps", relay, r -> r.counts().gaps())
                .description("Partitions of which something was lost for listeners.")
                .register(registry);
        Gauge.builder("daybook.broadcasts.connected", relay, r -> r.counts().connected() ? 1 : 0)
                .description("1 while the topic is followed.")
                .register(registry);
        FunctionCounter.builder(
                        "daybook.broadcasts.lost", broadcaster, b -> b.counts().lost())
                .description("Published here and not taken by the log.")
                .register(registry);
    }
}
