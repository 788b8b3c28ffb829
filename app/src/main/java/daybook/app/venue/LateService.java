package daybook.app.venue;

import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service whose database may not be there yet: it is opened on its own thread, again and again, and is red meanwhile. Confined to
 * that thread; {@link #status} is safe for any.
 */
final class LateService implements ServiceVoice, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LateService.class);
    private static final long RETRY_NS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Supplier<Services.Service> opening;
    private final LongSupplier nanos;
    private volatile Optional<Services.Service> service = Optional.empty();
    private volatile ServiceStatus waiting;
    private long dueNs;

    LateService(String name, Supplier<Services.Service> opening, LongSupplier nanos) {
        this.name = name;
        this.opening = opening;
        this.nanos = nanos;
        this.dueNs = nanos.getAsLong();
        this.waiting = red("not opened yet", 0);
    }

    int pump() {
        Optional<Services.Service> open = service;
        return open.isPresent() ? open.get().pump().pump() : open();
    }

    @Override
    public Map<String, ServiceStatus> status() {
        return service.map(open -> open.voice().status()).orElseGet(() -> Map.of(name, waiting));
    }

    @Override
    public Details details() {
        return service.map(open -> open.voice().details()).orElse(Details.NONE);
    }

    @Override
    public Aside aside() {
        return service.map(open -> open.voice().aside()).orElse(Aside.NONE);
    }

    @Override
    public void close() {
        service.ifPresent(open -> open.close().close());
    }

    private int open() {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return 0;
        }
        dueNs = now + RETRY_NS;
        try {
            service = Optional.of(opening.get());
            LOG.info("{}: its database is there", name);
            return 1;
        } catch (DeliveryException away) {
            waiting = red(String.valueOf(away.getMessage()), waiting.failures() + 1);
            return 0;
        }
    }

    private static ServiceStatus red(String reason, long failures) {
        return new ServiceStatus(ServiceStatus.Light.RED, List.of(reason), 0, failures);
    }
}
