package daybook.delivery;

import daybook.log.Header;
import java.util.List;

/** What is to be published. Arrays are not copied: do not change them. */
public record OutboxMessage(String topic, byte[] key, List<Header> headers, byte[] body) {}
