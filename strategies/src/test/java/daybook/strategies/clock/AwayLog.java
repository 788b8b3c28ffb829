package daybook.strategies.clock;

import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A log whose broker stops for a while: what is sent then fails, and is lost to whoever does not send it again. */
public final class AwayLog extends ForwardingLog {
    public boolean away;

    public AwayLog(Log log) {
        super(log);
    }

    @Override
    public Producer producer(String producerId) {
        if (away) {
            throw gone();
        }
        return new AwayProducer(log.producer(producerId));
    }

    private static LogException gone() {
        return new LogException(LogException.Kind.UNAVAILABLE, "nobody answers");
    }

    private final class AwayProducer implements Producer {
        private final Producer producer;
        private final List<Acknowledgement> failing = new ArrayList<>();

        AwayProducer(Producer producer) {
            this.producer = producer;
        }

        @Override
        public void send(String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement ack) {
            if (away) {
                failing.add(ack);
            } else {
                producer.send(topic, partition, record, seq, ack);
            }
        }

        @Override
        public int poll() {
            return producer.poll();
        }

        @Override
        public void flush() {
            producer.flush();
            failing.forEach(ack -> ack.failed(gone()));
            failing.clear();
        }

        @Override
        public void close() {
            producer.close();
        }
    }
}
