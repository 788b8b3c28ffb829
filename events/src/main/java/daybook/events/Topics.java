package daybook.events;

import static daybook.events.Topic.FOREVER;

import java.time.Duration;
import java.util.List;

/**
 * The topic table, declared once; topics are created from it and from nothing else. An instance adds the prefix, and is the
 * only place that does. Immutable.
 */
public final class Topics {
    public static final String DEFAULT_PREFIX = "daybook.";

    public static final Topic EXCHANGE_EVENTS = new Topic(
            "exchange.events.v1",
            Topic.Key.SYMBOL,
            3,
            FOREVER,
            Topic.Policy.JOURNAL_TAIL,
            List.of("exchange"),
            List.of("capture", "market", "audit"));
    public static final Topic FILLS = new Topic(
            "fills.v1", Topic.Key.ACCOUNT, 4, FOREVER, Topic.Policy.OUTBOX, List.of("capture"), List.of("ledger"));
    /** Its policy becomes OUTBOX with the cutover. */
    public static final Topic BARS_CLOSED = new Topic(
            "market.bar.closed.v1",
            Topic.Key.BAR,
            6,
            Duration.ofDays(3),
            Topic.Policy.MIRROR,
            List.of("clock"),
            List.of("dispatcher", "audit"));

    /** What dispatcher and audit could not read. */
    public static final Topic BARS_CLOSED_DEAD = deadLettersOf(BARS_CLOSED, List.of("dispatcher", "audit"));

    public static final Topic STRATEGY_LIFECYCLE = new Topic(
            "strategy.lifecycle.v1",
            Topic.Key.STRATEGY,
            12,
            Duration.ofDays(7),
            Topic.Policy.OUTBOX,
            List.of("web"),
            List.of("dispatcher", "evaluator"));
    public static final Topic STRATEGY_EVALUATE = new Topic(
            "strategy.evaluate.v1",
            Topic.Key.SHARD,
            12,
            Duration.ofDays(3),
            Topic.Policy.DERIVED,
            List.of("dispatcher"),
            List.of("evaluator", "audit"));

    /** What evaluator and audit could not process. */
    public static final Topic STRATEGY_EVALUATE_DEAD = deadLettersOf(STRATEGY_EVALUATE, List.of("evaluator", "audit"));

    public static final Topic ORDER_INTENTS = new Topic(
            "order.intent.v1",
            Topic.Key.EXECUTION_ACCOUNT,
            12,
            Duration.ofDays(30),
            Topic.Policy.OUTBOX,
            List.of("evaluator"),
            List.of("order-gateway"));
    public static final Topic ORDER_EVENTS = new Topic(
            "order.event.v1",
            Topic.Key.EXECUTION_ACCOUNT,
            12,
            Duration.ofDays(30),
            Topic.Policy.OUTBOX,
            List.of("order-gateway"),
            List.of("evaluator", "audit"));
    public static final Topic BROADCASTS = new Topic(
            "broadcasts.v1",
            Topic.Key.CHANNEL,
            6,
            Duration.ofDays(1),
            Topic.Policy.ANSWERED,
            List.of("web", "worker"),
            List.of("web"));

    /** What capture and audit could not process. */
    public static final Topic EXCHANGE_EVENTS_DEAD = deadLettersOf(EXCHANGE_EVENTS, List.of("capture", "audit"));

    /** What the ledger could not process. */
    public static final Topic FILLS_DEAD = deadLettersOf(FILLS, List.of("ledger"));

    /** What the order-gateway could not process. */
    public static final Topic ORDER_INTENTS_DEAD = deadLettersOf(ORDER_INTENTS, List.of("order-gateway"));

    /** The jobs of the queue that is always there; another queue's topics are made when it is declared. */
    public static final Topic JOBS = jobs("default");

    public static final Topic JOBS_FAILED = failedJobs("default");

    /** The topics with fixed names. Jobs have two per queue; a topic gets one for dead letters with its first consumer. */
    public static final List<Topic> ALL = List.of(
            EXCHANGE_EVENTS,
            EXCHANGE_EVENTS_DEAD,
            FILLS,
            FILLS_DEAD,
            BARS_CLOSED,
            BARS_CLOSED_DEAD,
            STRATEGY_LIFECYCLE,
            STRATEGY_EVALUATE,
            STRATEGY_EVALUATE_DEAD,
            ORDER_INTENTS,
            ORDER_INTENTS_DEAD,
            ORDER_EVENTS,
            BROADCASTS,
            JOBS,
            JOBS_FAILED);

    private final String prefix;

    /**
     * Names with a prefix.
     *
     * @param prefix put before each name as it is; may be empty
     */
    public Topics(String prefix) {
        if (!prefix.matches("([A-Za-z0-9_][A-Za-z0-9._-]{0,99})?")) {
            throw new IllegalArgumentException(
                    "prefix: " + prefix + " (expected: at most 100 of A-Z a-z 0-9 . _ -, not starting with . or -)");
        }
        this.prefix = prefix;
    }

    /** The name on the log. */
    public String fullName(Topic topic) {
        return prefix + topic.name();
    }

    /** The name on the log of what a user calls {@code name}; given with the prefix, it stays as it is. */
    public String fullName(String name) {
        return !prefix.isEmpty() && name.startsWith(prefix) ? name : prefix + name;
    }

    /** The name in the table of a topic on the log; as it is if it does not have the prefix. */
    public String bareName(String fullName) {
        return fullName.startsWith(prefix) ? fullName.substring(prefix.length()) : fullName;
    }

    /** Where consumers of a topic put what they cannot process: through their outboxes, in the transaction that passes it. */
    private static Topic deadLettersOf(Topic topic, List<String> writtenBy) {
        return new Topic(
                topic.name() + ".dlq",
                Topic.Key.ORIGINAL,
                1,
                Duration.ofDays(30),
                Topic.Policy.OUTBOX,
                writtenBy,
                List.of("dlq"));
    }

    /** The jobs of a queue. */
    public static Topic jobs(String queue) {
        return new Topic(
                "jobs." + queue,
                Topic.Key.JOB,
                6,
                Duration.ofDays(7),
                Topic.Policy.ANSWERED,
                List.of("web", "worker"),
                List.of("worker"));
    }

    /** The jobs of a queue that were given up. */
    public static Topic failedJobs(String queue) {
        return new Topic(
                "jobs." + queue + ".failed",
                Topic.Key.JOB,
                1,
                Duration.ofDays(30),
                Topic.Policy.ANSWERED,
                List.of("worker"),
                List.of("worker"));
    }
}
