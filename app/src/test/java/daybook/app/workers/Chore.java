package daybook.app.workers;

import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** The jobs of these tests. Each says first that it was begun, whatever it does then. */
enum Chore {
    /** Writes its row; one attempt in thirty is thrown away before, by chance that its id decides. */
    ORDINARY(5, Duration.ofSeconds(2)),

    /** Takes its time before it writes its row. */
    SLOW(5, Duration.ofSeconds(2)),

    /** Ends its process, each time. */
    DEADLY(3, Duration.ofSeconds(2)),

    /** Ends its process once, when its row is written and nobody has been told. */
    DIES_AFTERWARDS(5, Duration.ofSeconds(2)),

    /** Waits until it is interrupted, and then writes its row all the same, if it may. */
    HANGS(2, Duration.ofSeconds(1));

    private static final int THROWN = 30;
    private static final long SLOW_MS = 200;

    private final int tries;
    private final Duration timeout;

    Chore(int tries, Duration timeout) {
        this.tries = tries;
        this.timeout = timeout;
    }

    int tries() {
        return tries;
    }

    static Chore named(String name) {
        return Arrays.stream(values())
                .filter(chore -> chore.jobName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    String jobName() {
        return "chore." + name();
    }

    /** With a book of this process. */
    JobHandler handler(ChoreBook book) {
        return new JobHandler() {
            @Override
            public String name() {
                return jobName();
            }

            @Override
            public int tries() {
                return tries;
            }

            @Override
            public Duration timeout() {
                return timeout;
            }

            @Override
            public Duration backoff(int attempt) {
                return Duration.ofMillis(50L * attempt);
            }

            @Override
            public void run(JobContext context) throws SQLException, InterruptedException {
                book.begun(context);
                act(context, book);
            }
        };
    }

    private void act(JobContext context, ChoreBook book) throws SQLException, InterruptedException {
        switch (this) {
            case ORDINARY -> {
                if ((context.job().id() + context.attempt()).hashCode() % THROWN == 0) {
                    throw new IllegalStateException("not this time");
                }
                book.write(context);
            }
            case SLOW -> {
                TimeUnit.MILLISECONDS.sleep(SLOW_MS);
                book.write(context);
            }
            case DEADLY -> Runtime.getRuntime().halt(9);
            case DIES_AFTERWARDS -> {
                book.write(context);
                if (context.attempt() == 1) {
                    Runtime.getRuntime().halt(9);
                }
            }
            case HANGS -> {
                try {
                    TimeUnit.MINUTES.sleep(1);
                } catch (InterruptedException timeout) {
                    book.write(context);
                }
            }
        }
    }
}
