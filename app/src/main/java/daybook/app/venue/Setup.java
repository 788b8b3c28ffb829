package daybook.app.venue;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.pipeline.Exchange;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Enters settings that the venue does not have yet; what it has stays as it is. A start that was killed half way is completed. */
final class Setup {
    private final Exchange exchange;
    private final Duration patience;

    Setup(Exchange exchange, Duration patience) {
        this.exchange = exchange;
        this.patience = patience;
    }

    void ensure(List<Command> settings) {
        Set<String> known = wait(exchange.query(state -> {
            Set<String> names = new HashSet<>();
            state.instruments().stream().map(Instrument::symbol).forEach(s -> names.add("symbol " + s));
            state.accounts().stream().map(Account::accountId).forEach(a -> names.add("account " + a));
            return names;
        }));
        List<CompletableFuture<Reply>> replies = settings.stream()
                .filter(command -> !known.contains(name(command)))
                .map(this::submit)
                .toList();
        replies.forEach(this::wait);
    }

    /** Enters one command and waits until it is durable. */
    Reply enter(Command command) {
        return wait(submit(command));
    }

    private CompletableFuture<Reply> submit(Command command) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Submission submission = exchange.submit(command, reply::complete);
        if (!(submission instanceof Submission.Queued)) {
            throw new IllegalStateException("exchange: " + submission + " (expected: Queued)");
        }
        return reply;
    }

    private <T> T wait(CompletableFuture<T> answer) {
        return answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private static String name(Command command) {
        if (command instanceof Command.ChangeInstrument change) {
            return "symbol " + change.instrument().symbol();
        }
        if (command instanceof Command.ChangeAccount change) {
            return "account " + change.account().accountId();
        }
        throw new IllegalArgumentException("setting: " + command.kind() + " (expected: an instrument or an account)");
    }
}
