package daybook.delivery.broadcast;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import daybook.log.LogRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broadcast as a record: what was put in comes out, and what is none is not taken for one. */
class BroadcastRecordTest {
    private static final Broadcast SAID = new Broadcast(
            new ChannelName("room.blue"), "said", "{\"text\":\"\\u00e9 \\\"x\\\"\",\"n\":[1,2]}", "abcdefgh.7");

    @Test
    void whatWasPutInComesOut() {
        assertThat(BroadcastRecord.read(BroadcastRecord.of(SAID, "id-1", 5))).contains(SAID);
    }

    @Test
    void keyBodyAndHeadersAreAsDeclared() {
        LogRecord record = BroadcastRecord.of(SAID, "id-1", 5);

        assertThat(new String(record.key(), UTF_8)).isEqualTo("room.blue");
        assertThat(new String(record.value(), UTF_8))
                .isEqualTo("{\"event\":\"said\",\"data\":" + SAID.data() + ",\"socket\":\"abcdefgh.7\"}");
        assertThat(record.header("channel").orElseThrow().text()).isEqualTo("room.blue");
        assertThat(record.header("event").orElseThrow().text()).isEqualTo("said");
        assertThat(record.header("socket").orElseThrow().text()).isEqualTo("abcdefgh.7");
        assertThat(record.header("ce_id").orElseThrow().text()).isEqualTo("id-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"event\":\"said\"}",
                "{\"data\":1}",
                "{\"event\":7,\"data\":1}",
                "{\"event\":\"said\",\"data\":1",
                "{\"event\":\"said\",\"data\":1}}",
                "{\"event\":\"said\",\"data\":1,\"data\":2}",
                "{\"event\":\"said\",\"data\":nope}",
                "{\"event\":\"sa id\",\"data\":1}",
            })
    void whatIsNoBroadcastIsNotTakenForOne(String body) {
        assertThat(BroadcastRecord.read(new LogRecord("news".getBytes(UTF_8), body.getBytes(UTF_8), List.of(), 0)))
                .isEmpty();
    }

    @Test
    void aKeyThatIsNoChannelIsNotTakenForOne() {
        LogRecord good = BroadcastRecord.of(SAID, "id-1", 5);

        assertThat(BroadcastRecord.read(new LogRecord("a b".getBytes(UTF_8), good.value(), List.of(), 0)))
                .isEmpty();
        assertThat(BroadcastRecord.read(new LogRecord(new byte[0], good.value(), List.of(), 0)))
                .isEmpty();
    }

    @Test
    void dataThatIsNotJsonIsNotPublished() {
        BroadcastWorld.Node node = new BroadcastWorld().node("instance-a");

        for (String data : List.of("", "{", "1 2", "nope", "{\"a\":1,\"a\":2}")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> node.broadcaster.publish(List.of(BroadcastWorld.NEWS), "said", data));
        }
    }
}
