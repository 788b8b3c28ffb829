package daybook.delivery.jobs.log;

import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;

/** A log in which some offsets have nothing to read, as those of a transaction's marks. */
final class MarkedLog extends ForwardingLog {
    static final byte[] MARK = new byte[] {-1};

    MarkedLog(Log log) {
        super(log);
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        List<StoredRecord> readable = new ArrayList<>();
        for (StoredRecord stored : super.read(place, offset, Integer.MAX_VALUE)) {
            if (readable.size() < max && stored.record().value() != MARK) {
                readable.add(stored);
            }
        }
        return readable;
    }
}
