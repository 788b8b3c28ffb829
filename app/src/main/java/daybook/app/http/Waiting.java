package daybook.app.http;

import daybook.events.Command;
import daybook.exchange.OrderEntry;
import daybook.exchange.QueryRefusedException;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Asks the exchange from a request's thread, with a wall-clock deadline.
 *
 * @param deadline how long a reply may take before the answer is "outcome unknown"
 */
record Waiting(Duration deadline) {

    /** Submits a command and waits until its outcome is durable. Throws {@link HttpError} 400, 503 or 504. */
    Reply.Decided forReply(OrderEntry orders, Command command) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Submission submission = orders.submit(command, reply::complete);
        if (submission instanceof Submission.Busy) {
            throw new HttpError(503, "BUSY", "exchange: its queue is full; nothing was recorded, try again");
        }
        if (submission instanceof Submission.Stopped) {
            throw new HttpError(503, "STOPPED", "exchange: it has stopped; nothing was recorded");
        }
        if (submission instanceof Submission.Refused refused) {
            throw HttpError.malformed(refused.reason());
        }
        return decided(await(
                reply,
                () -> new HttpError(
                        504, "OUTCOME_UNKNOWN", "exchange: no reply in time; ask by clientOrderId what became of it")));
    }

    /** Waits for the answer to a question. Throws {@link HttpError} 503 or 504. */
    <T> T forAnswer(CompletableFuture<T> question) {
        return await(question, () -> new HttpError(504, "TIMED_OUT", "exchange: no answer in time"));
    }

    private static Reply.Decided decided(Reply reply) {
        return switch (reply.kind()) {
            case DECIDED -> (Reply.Decided) reply;
            case NOT_ACCEPTED ->
                throw new HttpError(503, "NOT_ACCEPTED", "exchange: it did not take the command; nothing was recorded");
            case UNKNOWN ->
                throw new HttpError(
                        504, "OUTCOME_UNKNOWN", "exchange: it stopped; ask by clientOrderId after its restart");
        };
    }

    private <T> T await(CompletableFuture<T> future, Supplier<HttpError> late) {
        try {
            return future.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException tooLate) {
            throw late.get();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw late.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof QueryRefusedException) {
                throw new HttpError(503, "BUSY", "exchange: it does not answer now; try again");
            }
            throw new IllegalStateException("a question to the exchange failed", failed.getCause());
        }
    }
}
