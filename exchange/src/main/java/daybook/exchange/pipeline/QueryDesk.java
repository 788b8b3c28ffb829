package daybook.exchange.pipeline;

import daybook.exchange.QueryRefusedException;
import daybook.exchange.VenueState;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Questions that wait for the pause between two batches. Asked by many threads, answered by the exchange's. */
final class QueryDesk {
    /** So that a crowd of questions does not hold up the next batch for long. */
    private static final int ANSWERS_PER_ROUND = 64;

    private final ArrayBlockingQueue<Question<?>> waiting;

    QueryDesk(int mostWaiting) {
        waiting = new ArrayBlockingQueue<>(mostWaiting);
    }

    <T> CompletableFuture<T> ask(Function<VenueState, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (!waiting.offer(new Question<>(question, answer))) {
            answer.completeExceptionally(new QueryRefusedException("busy: too many questions wait"));
        }
        return answer;
    }

    boolean isAsked() {
        return !waiting.isEmpty();
    }

    /** Answers what waits, up to a limit. Called only while everything in {@code state} is durable. */
    int answer(VenueState state) {
        int answered = 0;
        Question<?> next;
        while (answered < ANSWERS_PER_ROUND && (next = take()) != null) {
            next.answer(state);
            answered++;
        }
        return answered;
    }

    void refuseAll(String reason) {
        Question<?> next;
        while ((next = take()) != null) {
            next.answer.completeExceptionally(new QueryRefusedException(reason));
        }
    }

    private @Nullable Question<?> take() {
        return waiting.poll();
    }

    private record Question<T>(Function<VenueState, T> question, CompletableFuture<T> answer) {

        /** A question that fails is the asker's failure, not the exchange's. */
        void answer(VenueState state) {
            if (answer.isDone()) {
                return; // the asker has given up
            }
            T value;
            try {
                value = question.apply(state);
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
                return;
            }
            answer.complete(value);
        }
    }
}
