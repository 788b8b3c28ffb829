package daybook.app.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a process of the venue is doing. Safe for many threads; quick. */
public interface ProcessHealth {

    /** Its state, as INTERFACES section 7 has it for {@code status}. */
    Map<String, Object> status();

    /** One row per group, topic and partition: group, topic, partition, committed, end, lag. */
    List<Map<String, Object>> lag();

    /** The whole flow at one look, as far as this process knows it: docs/formats/backbone.md has the fields. */
    Map<String, Object> backbone();

    /** Why it cannot do its work now; empty if it can. */
    Optional<String> notReady();
}
