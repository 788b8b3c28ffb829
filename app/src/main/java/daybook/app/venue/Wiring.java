package daybook.app.venue;

import daybook.events.Topics;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What the services of a process are connected to.
 *
 * @param journal the exchange's, which is there only on its machine
 * @param owner names this process among all that are alive, in the leases of its services
 * @param failed told what ended a service's thread
 * @param strategies for the roles that run strategies
 * @param jobs for the role that does jobs
 */
record Wiring(
        Logs logs,
        Topics topics,
        PostTrade postTrade,
        Path journal,
        String owner,
        Consumer<Throwable> failed,
        StrategyWiring strategies,
        JobWiring jobs) {}
