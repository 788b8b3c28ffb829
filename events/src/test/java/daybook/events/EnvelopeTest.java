package daybook.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final UUID DNS = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");

    @Test
    void anEventCarriesItsCloudEventsHeadersAndItsSeq() {
        assertThat(Envelope.of(Samples.trade()))
                .extracting(a -> a.name() + "=" + a.value())
                .containsExactly(
                        "ce_id=x-7",
                        "ce_source=/daybook/exchange",
                        "ce_specversion=1.0",
                        "ce_type=daybook.Trade.v1",
                        "content-type=application/json",
                        "ce_time=2026-01-08T03:45:00.000001Z",
                        "ce_subject=INFY",
                        "ce_partitionkey=INFY",
                        "seq=7");
    }

    @Test
    void anEventOfTheWholeVenueHasNoSubject() {
        assertThat(Envelope.of(new SessionStateChanged(1, 0, SessionState.OPEN)))
                .extracting(Envelope.Attribute::name)
                .doesNotContain("ce_subject", "ce_partitionkey");
    }

    @Test
    void aFillIsNamedByItsTradeAndSide() {
        assertThat(EventIds.ofFill(5, Side.BUY)).isEqualTo("f-5-B");
        assertThat(EventIds.ofFill(5, Side.SELL)).isEqualTo("f-5-S");
        assertThat(Envelope.of(Samples.fill()))
                .contains(new Envelope.Attribute("ce_id", "f-5-B"), new Envelope.Attribute("ce_partitionkey", "alice"));
    }

    @Test
    void uuid5IsTheOneOfTheRfc() {
        // RFC 9562, appendix A.4
        assertThat(EventIds.uuid5(DNS, "www.example.com"))
                .hasToString("2ed6657d-e927-568b-95e1-2665a8aea6a2")
                .returns(5, UUID::version)
                .returns(2, UUID::variant);
        // the example of Python's uuid module
        assertThat(EventIds.uuid5(DNS, "python.org")).hasToString("886313e1-3b8a-5372-9b90-0c9aee199e5d");
    }

    @Test
    void idsInOurNamespaceNeverChange() {
        assertThat(EventIds.uuid5("a")).isEqualTo(EventIds.uuid5(EventIds.NAMESPACE, "a"));
        assertThat(EventIds.NAMESPACE.version()).isEqualTo(5);
    }

    @Test
    void theTopicTableIsTheDeclaredOne() {
        assertThat(Topics.ALL)
                .extracting(t -> t.name() + " " + t.partitions() + " "
                        + (t.retention().equals(Topic.FOREVER)
                                ? "ever"
                                : t.retention().toDays() + "d"))
                .containsExactly(
                        "exchange.events.v1 3 ever",
                        "exchange.events.v1.dlq 1 30d",
                        "fills.v1 4 ever",
                        "fills.v1.dlq 1 30d",
                        "market.bar.closed.v1 6 3d",
                        "market.bar.closed.v1.dlq 1 30d",
                        "strategy.lifecycle.v1 12 7d",
                        "strategy.evaluate.v1 12 3d",
                        "strategy.evaluate.v1.dlq 1 30d",
                        "order.intent.v1 12 30d",
                        "order.intent.v1.dlq 1 30d",
                        "order.event.v1 12 30d",
                        "broadcasts.v1 6 1d",
                        "jobs.default 6 7d",
                        "jobs.default.failed 1 30d");
        assertThat(Topics.FILLS_DEAD)
                .returns(Topic.Key.ORIGINAL, Topic::key)
                .returns(Topic.Policy.OUTBOX, Topic::policy);
        assertThat(Topics.jobs("default")).returns("jobs.default", Topic::name).returns(6, Topic::partitions);
        assertThat(Topics.failedJobs("default")).returns("jobs.default.failed", Topic::name);
    }

    @Test
    void aTopicNameIsTakenWithOrWithoutThePrefix() {
        Topics topics = new Topics(Topics.DEFAULT_PREFIX);

        assertThat(List.of(topics.fullName("fills.v1"), topics.fullName("daybook.fills.v1")))
                .containsOnly("daybook.fills.v1");
        assertThat(topics.fullName(Topics.FILLS)).isEqualTo("daybook.fills.v1");
        assertThat(topics.bareName("daybook.fills.v1")).isEqualTo("fills.v1");
        assertThat(topics.bareName("other")).isEqualTo("other");
        assertThat(new Topics("").fullName(Topics.FILLS)).isEqualTo("fills.v1");
        assertThatIllegalArgumentException().isThrownBy(() -> new Topics("a b"));
    }
}
