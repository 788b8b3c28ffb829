package daybook.app.jobs;

import daybook.app.security.SafeText;
import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job to try things with: greets whom the payload names. {@code {"name":"INFY"}}; without a name an attempt fails, and the page is where
 * that can be seen and repaired ({@code docs/examples/jobs.md}).
 */
final class GreetJob implements JobHandler {
    static final String NAME = "example.greet";
    private static final Logger LOG = LoggerFactory.getLogger(GreetJob.class);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration timeout() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Duration backoff(int attempt) {
        return Duration.ofMillis(200);
    }

    @Override
    public void run(JobContext context) throws GiveUpException {
        String name = JobPayload.of(context.job())
                .text("name")
                .orElseThrow(() -> new IllegalArgumentException("name: missing (expected: {\"name\":\"...\"})"));
        context.progress(1, 1, "hello, " + name);
        LOG.info("hello, {}", SafeText.oneLine(name));
    }
}
