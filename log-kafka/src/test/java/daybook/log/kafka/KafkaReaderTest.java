package daybook.log.kafka;

import daybook.log.LogUnderTest;
import daybook.log.ReaderContract;

class KafkaReaderTest extends ReaderContract {
    @Override
    protected LogUnderTest store() {
        return new KafkaStore();
    }
}
