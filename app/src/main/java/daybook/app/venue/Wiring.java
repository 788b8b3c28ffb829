package daybook.app.venue;

import daybook.events.Topics;
import java.util.function.Consumer;

/**
 * What the services of a process are connected to.
 *
 * @param failed told what ended a service's thread
 */
record Wiring(Logs logs, Topics topics, PostTrade postTrade, Consumer<Throwable> failed) {}
