package daybook.strategies.clock;

import daybook.delivery.PublicationPolicy;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import java.util.List;
import java.util.Optional;

/** A process that dies after it has recorded bars and before it has told anybody. */
final class DyingWorks implements BarClock.Works {
    static final class Died extends Error {
        private static final long serialVersionUID = 1;
    }

    @Override
    public Delivery delivery(Delivery.Ways ways, Records records, ClockCounts counts) {
        return new Delivery(ways, records, counts) {
            @Override
            void deliver(List<ClosedBar> bars, Optional<PublicationPolicy> policy) {
                throw new Died();
            }
        };
    }
}
