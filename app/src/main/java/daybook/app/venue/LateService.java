package daybook.app.venue;

import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service that is opened later, on its own thread: when it is wanted, and again and again while its database is not there; it is red
 * meanwhile, and while it refuses to be opened. Confined to that thread; {@link #status} is safe for any.
 */
final class LateService implements ServiceVoice, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LateService.class);
    private static final long RETRY_NS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Opening opening;
    private final LongSupplier nanos;
    private volatile Optional<Services.Service> service = Optional.empty();
    private volatile ServiceStatus waiting;
    private long dueNs;

    /**
     * How it is opened.
     *
     * @param wanted before that it is not opened, and green; quick
     */
    record Opening(BooleanSupplier wanted, Supplier<Services.Service> how) {}

    /** One that is wanted at once. */
    LateService(String name, Supplier<Services.Service> how, LongSupplier nanos) {
        this(name, new Opening(() -> true, how), nanos, red("not opened yet", 0));
    }

    /** One that may never be wanted, and says nothing until it is. */
    LateService(String name, Opening opening, LongSupplier nanos) {
        this(name, opening, nanos, new ServiceStatus(ServiceStatus.Light.GREEN, List.of(), 0, 0));
    }

    private LateService(String name, Opening opening, LongSupplier nanos, ServiceStatus waiting) {
        this.name = name;
        this.opening = opening;
        this.nanos = nanos;
        this.dueNs = nanos.getAsLong();
        this.waiting = waiting;
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
        if (now - dueNs < 0 || !opening.wanted().getAsBoolean()) {
            return 0;
        }
        dueNs = now + RETRY_NS;
        try {
            service = Optional.of(opening.how().get());
            LOG.info("{}: opened", name);
            return 1;
        } catch (DeliveryException | IllegalStateException refused) {
            waiting = red(String.valueOf(refused.getMessage()), waiting.failures() + 1);
            return 0;
        }
    }

    private static ServiceStatus red(String reason, long failures) {
        return new ServiceStatus(ServiceStatus.Light.RED, List.of(reason), 0, failures);
    }
}
