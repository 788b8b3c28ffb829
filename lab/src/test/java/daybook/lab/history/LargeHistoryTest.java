package daybook.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Ten million records, written and read by two readers, in less than a minute; in the normal run a hundredth of it. */
class LargeHistoryTest {
    private static final int RECORDS = Boolean.getBoolean("daybook.long") ? 10_000_000 : 100_000;
    private static final int PARTITIONS = 4;

    @Test
    void isJudgedInLessThanAMinute() {
        long from = System.nanoTime();
        TopicHistory history = new TopicHistory(PARTITIONS);
        AckHistory acks = new AckHistory();
        long[] journal = new long[RECORDS];
        for (int value = 1; value <= RECORDS; value++) {
            int partition = value % PARTITIONS;
            long offset = (value - 1L) / PARTITIONS;
            TopicHistory.Place place = new TopicHistory.Place(partition, offset);
            history.stored(history.sent(0, partition, value), place);
            history.read(1, place, value, value, 10L * value);
            journal[value - 1] = value;
            acks.acknowledged(acks.begin(0, value), value);
        }
        long recorded = System.nanoTime();

        TopicVerdict verdict =
                TopicChecker.check(history, new Numbers(RECORDS, PARTITIONS), new TopicRules(1, true, true, true));
        long judged = System.nanoTime();
        assertThat(verdict.anomalies()).isEmpty();
        assertThat(verdict.records()).isEqualTo(RECORDS);
        assertThat(AckChecker.check(acks, journal)).isEmpty();

        long end = System.nanoTime();
        System.out.printf(
                "history of %d records: recorded in %d ms, topic judged in %d ms, acknowledgements in %d ms%n",
                RECORDS, (recorded - from) / 1_000_000, (judged - recorded) / 1_000_000, (end - judged) / 1_000_000);
        assertThat((end - from) / 1_000_000_000).isLessThan(60);
    }
}
