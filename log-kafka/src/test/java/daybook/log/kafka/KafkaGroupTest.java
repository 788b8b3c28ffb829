package daybook.log.kafka;

import daybook.log.GroupContract;
import daybook.log.LogUnderTest;

class KafkaGroupTest extends GroupContract {
    @Override
    protected LogUnderTest store() {
        return new KafkaStore();
    }
}
