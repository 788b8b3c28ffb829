package daybook.bench.ours;

import daybook.bench.workload.Workload;
import daybook.events.Command;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.OutcomeListener;
import java.util.List;

/** Commands into an exchange that nobody else pumps, on one thread, as fast as it takes them. */
final class Feeding implements OutcomeListener {
    private long decided;

    private Feeding() {}

    static void all(Exchange exchange, List<Command> commands) {
        Feeding feeding = new Feeding();
        commands.forEach(command -> feeding.submit(exchange, command));
        feeding.awaitAll(exchange, commands.size());
    }

    static void range(Exchange exchange, Workload workload, int from, int to) {
        Feeding feeding = new Feeding();
        for (int i = from; i < to; i++) {
            feeding.submit(exchange, Venue.command(workload, i));
        }
        feeding.awaitAll(exchange, to - from);
    }

    private void submit(Exchange exchange, Command command) {
        while (!(exchange.submit(command, this, 0) instanceof Submission.Queued)) {
            exchange.pump();
        }
    }

    private void awaitAll(Exchange exchange, long count) {
        while (decided < count && exchange.failure().isEmpty()) {
            exchange.pump();
        }
    }

    @Override
    public void decided(long token, long commandSeq, long firstSeq, long lastSeq) {
        decided++;
    }

    @Override
    public void undecided(long token, Reply reply) {
        throw new IllegalStateException("command " + token + ": " + reply);
    }
}
