package daybook.log.kafka;

import daybook.log.LogContract;
import daybook.log.LogUnderTest;

class KafkaLogTest extends LogContract {
    @Override
    protected LogUnderTest store() {
        return new KafkaStore();
    }
}
