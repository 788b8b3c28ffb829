package daybook.lab.simulation;

import daybook.delivery.BatchHandler;
import daybook.delivery.Database;
import daybook.delivery.DeliveryMode;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.Disk;
import daybook.log.Log;
import daybook.publisher.CheckpointStore;
import daybook.publisher.EventSource;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.time.InstantSource;

/** What the chain is made of. As it stands it is the real thing; a planted bug is another implementation of one of these. */
interface Parts {
    Parts AS_THEY_ARE = new Parts() {};

    /** The disk of the venue, as the venue sees it. */
    default Disk disk(Disk real) {
        return real;
    }

    /** The log, as a process sees it; {@code process} is {@code venue}, or the name of a service. */
    default Log log(String process, Log real) {
        return real;
    }

    default Database database(Database real) {
        return real;
    }

    /** What is said to a service's database in the place of a statement. */
    default String said(String service, String sql) {
        return sql;
    }

    default Exchange exchange(ExchangeHome home, ExchangeSettings settings, ExchangePorts ports) {
        return Exchange.open(home, settings, ports);
    }

    default EventSource source(EventSource real, Exchange exchange) {
        return real;
    }

    default CheckpointStore checkpoints(CheckpointStore real, EventSource source, Log log) {
        return real;
    }

    default JournalPublisher publisher(PublisherPorts ports, PublisherSettings settings) {
        return new JournalPublisher(ports, settings);
    }

    default DeliveryMode totalsMode() {
        return DeliveryMode.IDEMPOTENT;
    }

    default BatchHandler totals(InstantSource clock) {
        return new Totals(clock);
    }
}
