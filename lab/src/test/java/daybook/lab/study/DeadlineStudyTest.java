package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.lab.study.DeadlineResult.Outage;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadlineStudyTest {
    @TempDir
    Path dir;

    /** 8 attempts in the first 12.7 seconds, then one in ten. The real calls are made by the command, which has Kafka's client. */
    @Test
    void aServiceTriesLessAndLessOftenAndIsBackSoonAfterTheLog() {
        DeadlineResult result = Benches.run(new DeadlinePlan(Duration.ofSeconds(1), Duration.ofSeconds(60)), dir);

        assertThat(result.outages()).extracting(Outage::service).containsExactly("consumer", "publisher");
        assertThat(result.outages().get(0).attempts()).isEqualTo(12);
        assertThat(result.outages()).allMatch(Outage::inBand, "in band");
    }
}
