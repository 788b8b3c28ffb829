package daybook.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.RebalanceListener;
import daybook.log.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.GroupType;
import org.junit.jupiter.api.Test;

/** KafkaGroupTest holds the newer protocol to the contract; here the broker, which allows sessions from 2 s on, is the one who decides. */
class GroupProtocolTest {
    private final KafkaStore store = new KafkaStore();

    @Test
    void theNewerProtocolIsSpokenWhereTheBrokerAgreesToTheSession() throws Exception {
        assertThat(typeOf("patient", Duration.ofMillis(2_500))).isEqualTo("Consumer");
    }

    @Test
    void aShorterSessionIsKeptByTheClassicProtocol() throws Exception {
        assertThat(typeOf("hasty", Duration.ofMillis(1_500))).isEqualTo("Classic");
    }

    /** Of a group with one member that has read a record. */
    private String typeOf(String group, Duration session) throws Exception {
        try (Log log = store.open()) {
            log.createTopic(Sample.topic(group, 1));
            Sample.write(log, Sample.place(group, 0), 0, 1);
            GroupOptions options = new GroupOptions(
                    group, List.of(group), GroupOptions.Start.EARLIEST, session, RebalanceListener.NONE);
            try (GroupReader reader = log.group(options);
                    Admin admin = Admin.create(Map.of(
                            "bootstrap.servers", store.settings().cluster().brokers()))) {
                int polls = 0;
                while (reader.poll(1, Duration.ofMillis(200)).isEmpty() && polls < 100) {
                    polls++;
                }
                return admin.listGroups().all().get().stream()
                        .filter(listed -> listed.groupId().endsWith(group))
                        .flatMap(listed -> listed.type().stream())
                        .map(GroupType::toString)
                        .findFirst()
                        .orElse("no such group");
            }
        }
    }
}
