package daybook.app.venue;

import daybook.events.Topics;
import java.util.function.Consumer;

/**
 * What the services of a process are connected to.
 *
 * @param owner names this process among all that are alive, in the leases of its services
 * @param failed told what ended a service's thread
 */
record Wiring(Logs logs, Topics topics, PostTrade postTrade, String owner, Consumer<Throwable> failed) {}
