package daybook.log.kafka;

import daybook.log.LogUnderTest;
import daybook.log.ShareContract;

class KafkaShareTest extends ShareContract {
    @Override
    protected LogUnderTest store() {
        return new KafkaStore();
    }
}
