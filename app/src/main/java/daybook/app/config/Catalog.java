package daybook.app.config;

import static daybook.app.config.ValueType.duration;
import static daybook.app.config.ValueType.flag;
import static daybook.app.config.ValueType.listOf;
import static daybook.app.config.ValueType.matching;
import static daybook.app.config.ValueType.oneOf;
import static daybook.app.config.ValueType.path;
import static daybook.app.config.ValueType.whole;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Everything that can be set. */
public final class Catalog {
    private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9._-]{0,199}";
    private static final String HOST = "[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?";
    private static final String FIX_NAME = "[A-Za-z0-9._-]{1,32}";
    private static final String SHORT_NAME = "[A-Za-z0-9_][A-Za-z0-9._-]{0,47}";
    private static final String PORT_NUMBER = ":[1-9][0-9]{0,4}";
    private static final String IPV6 = "[0-9a-fA-F]*(:[0-9a-fA-F.]*){2,7}";
    private static final String BROKER =
            "(" + HOST + "(" + PORT_NUMBER + ")?|\\[" + IPV6 + "\\](" + PORT_NUMBER + ")?|" + IPV6 + ")";
    private static final ValueType TIMEOUT = duration(Duration.ofMillis(100), Duration.ofMinutes(10));

    public static final Setting LOG =
            Setting.of("daybook.log", "embedded", oneOf("embedded", "kafka"), "which log carries the events");
    public static final Setting DATA = Setting.of("daybook.data", "data", path(), "the data directory");
    public static final Setting DB = Setting.of(
            "daybook.db",
            "",
            matching("jdbc:sqlite:DIRECTORY or jdbc:postgresql://HOST/NAME", "jdbc:(sqlite:.+|postgresql://.+)"),
            "the database; nothing = SQLite files in the data directory");
    public static final Setting DB_USERNAME = Setting.of(
            "daybook.db.username", "", matching("1 to 256 characters", "\\P{Cntrl}{1,256}"), "user at PostgreSQL");
    public static final Setting DB_PASSWORD = Setting.secret("daybook.db.password", "password at PostgreSQL");
    public static final Setting PORT =
            Setting.of("daybook.http.port", "8080", whole(0, 65_535), "HTTP port; 0 = pick one and print it");
    public static final Setting BIND = Setting.of(
            "daybook.http.bind",
            "127.0.0.1",
            matching("an IP address", "[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*"),
            "the address HTTP listens on");
    public static final Setting HOSTS = Setting.of(
            "daybook.http.hosts", "", listOf("host names", HOST), "names a Host header may have, beside localhost");
    public static final Setting INSECURE =
            Setting.of("daybook.http.insecure", "false", flag(), "allow plain HTTP on an address others can reach");
    public static final Setting TRADERS =
            Setting.of("daybook.traders", "6", whole(0, 1_000), "how many simulated traders");
    public static final Setting RATE =
            Setting.of("daybook.rate", "50", whole(0, 100_000), "commands per second of all simulated traders");
    public static final Setting SEED =
            Setting.of("daybook.seed", "1", whole(0, 999_999_999_999_999_999L), "seed of the simulated traders");
    public static final Setting DEMO =
            Setting.of("daybook.demo", "false", flag(), "serve the lab page's sandbox and crash study");
    public static final Setting CLOCK =
            Setting.of("daybook.clock", "sim", oneOf("sim", "wall"), "venue time: simulated or the machine's");
    public static final Setting SPEED =
            Setting.of("daybook.clock.speed", "1", whole(1, 10_000), "simulated seconds per second");
    public static final Setting ACCOUNTS =
            Setting.of("daybook.traders.accounts", "0", whole(0, 10_000), "accounts of the traders; 0 = as rate needs");
    public static final Setting TIMEOUT_ALL =
            Setting.of("daybook.timeout", "10s", TIMEOUT, "wall-clock end of every call over a network");
    public static final Setting SNAPSHOTS = Setting.of(
            "daybook.snapshot.interval",
            "5m",
            duration(Duration.ofSeconds(1), Duration.ofDays(1)),
            "time between snapshots of the exchange");
    public static final Setting COPIES = Setting.of(
            "daybook.snapshot.copies",
            "",
            matching("a directory", "\\P{Cntrl}{1,1000}"),
            "where a job copies the exchange's snapshots to, every hour; nothing = nowhere");
    public static final Setting DIAGNOSTICS =
            Setting.of("daybook.diagnostics", "text", oneOf("text", "json"), "form of the diagnostic log on stderr");
    public static final Setting REPLAYS = Setting.of(
            "daybook.dlq.replays", "5", whole(1, 1_000), "most replays of a dead letter until it is repaired again");
    public static final Setting QUEUES = Setting.of(
            "daybook.queues",
            "default",
            listOf("queue names, default among them", SHORT_NAME),
            "declared job queues, in the order of their priority");
    public static final Setting QUEUE_DRIVER =
            Setting.of("queue.driver", "database", oneOf("database", "log", "share"), "what carries the jobs");
    public static final Setting QUEUE_LEASE = Setting.of(
            "queue.lease",
            "90s",
            duration(Duration.ofSeconds(10), Duration.ofDays(1)),
            "for how long a job is a worker's unless it is renewed; longer than the timeout of every job (share: 60s"
                    + " unless set)");
    public static final Setting QUEUE_SLOTS =
            Setting.of("queue.slots", "2", whole(1, 256), "jobs that a worker does at once");
    public static final Setting QUEUE_SCHEDULES = Setting.of(
            "queue.schedules", "true", flag(), "push the venue's own jobs (statements, copies, purges) by the clock");

    public static final Setting BROKERS = Setting.of(
            "kafka.brokers",
            "",
            matching(
                    "HOST, HOST:PORT or [IPV6]:PORT, with commas between them",
                    "[ ,]*" + BROKER + "( *,[ ,]*" + BROKER + ")*[ ,]*"),
            "Kafka brokers (port 9092 unless said); set = log is kafka");
    public static final Setting MECHANISM = Setting.of(
            "kafka.sasl.mechanism",
            "",
            oneOf("plain", "scram-sha-256", "scram-sha-512").inLowerCaseWithDashes(),
            "how to authenticate with the brokers");
    public static final Setting USERNAME = Setting.of(
            "kafka.username", "", matching("1 to 256 characters", "\\P{Cntrl}{1,256}"), "user at the brokers");
    public static final Setting PASSWORD = Setting.secret("kafka.password", "password at the brokers");
    public static final Setting TLS = Setting.of("kafka.tls", "false", flag(), "TLS to the brokers");
    public static final Setting TOPIC_PREFIX =
            Setting.of("kafka.topic.prefix", "daybook.", matching("a name", SHORT_NAME), "before every topic name");

    public static final Setting GROUP = Setting.of(
            "kafka.group", "daybook", matching("a name", SHORT_NAME), "before every group id, with a dot between");
    public static final Setting KAFKA_TIMEOUT = Setting.of(
            "kafka.timeout",
            "10s",
            duration(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            "wall-clock end of every call to a broker; unless set, as daybook.timeout");
    public static final Setting COMPRESSION = Setting.of(
            "kafka.compression", "zstd", oneOf("none", "gzip", "snappy", "lz4", "zstd"), "record compression");
    public static final Setting REPLICATION_FACTOR = Setting.of(
            "kafka.replication.factor", "", whole(1, 9), "copies of each partition; nothing = as the brokers say");

    public static final Setting PUBLISH = Setting.of(
            "kafka.event.publish.enabled", "true", flag(), "publish exchange events; false = the journal keeps them");

    public static final Setting FIX_PORT = Setting.of(
            "daybook.fix.port",
            "",
            whole(0, 65_535),
            "where daybook up serves FIX 4.4; 0 = pick one, nothing = not at all");
    public static final Setting FIX_BIND = Setting.of(
            "daybook.fix.bind",
            "127.0.0.1",
            matching("an address", "[0-9A-Za-z.:\\[\\]-]{1,255}"),
            "the address FIX listens on; it has no TLS");
    public static final Setting FIX_ACCOUNTS = Setting.of(
            "daybook.fix.accounts",
            "",
            listOf("COMPID=ACCOUNT, with commas between them", "[A-Za-z0-9._-]{1,32}=[A-Za-z0-9._-]{1,32}"),
            "who may log on over FIX, and for which account; nothing = each account of a new venue under its own name");
    public static final Setting FIX_FORCED =
            Setting.of("daybook.fix.forced", "false", flag(), "force FIX session state to the disk with each message");
    public static final Setting FIX_VENUE = Setting.of(
            "daybook.gateway.fix.venue",
            "",
            matching("a name", SHORT_NAME),
            "a venue that the order-gateway reaches over FIX 4.4, as account keys name it; nothing = none");
    public static final Setting FIX_VENUE_ADDRESS = Setting.of(
            "daybook.gateway.fix.address",
            "",
            matching("HOST:PORT", HOST + PORT_NUMBER),
            "where that venue listens; the connection has no TLS");
    public static final Setting FIX_VENUE_COMP_ID = Setting.of(
            "daybook.gateway.fix.comp.id", "", matching("a name", FIX_NAME), "who we are there: SenderCompID");
    public static final Setting FIX_VENUE_COUNTERPARTY =
            Setting.of("daybook.gateway.fix.counterparty", "", matching("a name", FIX_NAME), "who it is: TargetCompID");
    public static final Setting FIX_VENUE_USERNAME = Setting.of(
            "daybook.gateway.fix.username",
            "",
            matching("1 to 256 characters", "\\P{Cntrl}{1,256}"),
            "Username (553); nothing = none is sent");
    public static final Setting FIX_VENUE_PASSWORD =
            Setting.secret("daybook.gateway.fix.password", "Password (554) of the logon there");
    public static final Setting FIX_VENUE_SETTLE = Setting.of(
            "daybook.gateway.fix.settle",
            "10s",
            duration(Duration.ZERO, Duration.ofMinutes(30)),
            "so long after a submission that venue may not know an order although it has it");
    public static final Setting SHARDS = Setting.of(
            "strategy.shard.count",
            "128",
            whole(1, 4_096),
            "shards of strategies; never changed while there are strategies");
    public static final Setting EVALUATION_BATCH = Setting.of(
            "strategy.evaluation.batch.size", "250", whole(1, 2_000), "most strategies in one evaluate batch");

    private static final List<Setting> LATER = List.of(
            Setting.of("kafka.broadcast.topic", "broadcasts.v1", matching("a topic name", NAME), "broadcast topic"),
            Setting.of("kafka.required", "false", flag(), "tests: fail instead of skip without a broker"));

    private static final List<Setting> ALL = concat(
            List.of(
                    LOG,
                    DATA,
                    DB,
                    DB_USERNAME,
                    DB_PASSWORD,
                    PORT,
                    BIND,
                    HOSTS,
                    INSECURE,
                    TRADERS,
                    ACCOUNTS,
                    RATE,
                    SEED,
                    DEMO,
                    CLOCK,
                    SPEED,
                    TIMEOUT_ALL,
                    SNAPSHOTS,
                    COPIES,
                    DIAGNOSTICS,
                    REPLAYS,
                    QUEUES,
                    QUEUE_DRIVER,
                    QUEUE_LEASE,
                    QUEUE_SLOTS,
                    QUEUE_SCHEDULES,
                    BROKERS,
                    MECHANISM,
                    USERNAME,
                    PASSWORD,
                    TLS,
                    TOPIC_PREFIX,
                    GROUP,
                    KAFKA_TIMEOUT,
                    COMPRESSION,
                    REPLICATION_FACTOR,
                    PUBLISH,
                    FIX_PORT,
                    FIX_BIND,
                    FIX_ACCOUNTS,
                    FIX_VENUE,
                    FIX_VENUE_ADDRESS,
                    FIX_VENUE_COMP_ID,
                    FIX_VENUE_COUNTERPARTY,
                    FIX_VENUE_USERNAME,
                    FIX_VENUE_PASSWORD,
                    FIX_VENUE_SETTLE,
                    FIX_FORCED,
                    SHARDS,
                    EVALUATION_BATCH),
            LATER);

    /** Variables with our prefixes that are no settings: the launcher's own, and those of Kafka's scripts. */
    private static final Set<String> NO_SETTINGS = Set.of(
            "DAYBOOK_CONFIG",
            "DAYBOOK_JAVA",
            "DAYBOOK_JAVA_OPTS",
            "DAYBOOK_NO_BUILD",
            "DAYBOOK_TRACE",
            "KAFKA_HOME",
            "KAFKA_OPTS",
            "KAFKA_HEAP_OPTS",
            "KAFKA_JMX_OPTS",
            "KAFKA_LOG4J_OPTS");

    private Catalog() {}

    public static List<Setting> all() {
        return ALL;
    }

    static Optional<Setting> byKey(String key) {
        return ALL.stream().filter(s -> s.key().equals(key)).findFirst();
    }

    static Optional<Setting> byVariable(String variable) {
        return ALL.stream().filter(s -> s.variable().equals(variable)).findFirst();
    }

    /** Whether an environment variable must be one of ours. */
    static boolean claims(String variable) {
        return (variable.startsWith("DAYBOOK_") || variable.startsWith("KAFKA_")) && !NO_SETTINGS.contains(variable);
    }

    private static List<Setting> concat(List<Setting> first, List<Setting> second) {
        return java.util.stream.Stream.concat(first.stream(), second.stream()).toList();
    }
}
