package daybook.strategies.parity;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.Shards;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.backtest.Replay;
import daybook.strategies.clock.BarClock;
import daybook.strategies.clock.Bars;
import daybook.strategies.clock.ClockWorld;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.dispatch.Dispatcher;
import daybook.strategies.evaluate.EvaluationOptions;
import daybook.strategies.evaluate.Evaluator;
import daybook.strategies.evaluate.LocalScheduler;
import daybook.strategies.examples.Examples;
import daybook.strategies.subscriptions.StrategyRow;
import daybook.strategies.subscriptions.StrategyTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything together: clock, local path, dispatcher, evaluator, parity, gate, on a real database and a real log. Goal: a broker that stops in
 * the middle of bars changes nothing of what is evaluated locally; parity names exactly what the mirror lost; with the shards on the log the
 * same outage loses nothing, and the same is decided. Method: the same bars three times.
 */
class ShadowTest {
    private static final int MINUTES = 10;
    private static final int STOPS = 3;
    private static final int STARTS = 6;
    private static final Shards SHARDS = new Shards(2);
    private static final StrategyCatalog CATALOG = Examples.catalog();

    @TempDir
    Path dir;

    @Test
    void anOutageOfTheLogChangesNoDecisionHereAndNoneThereAfterTheCutover() throws Exception {
        Run calm = run(0, false);
        Run shadow = run(0, true);
        Run onTheLog = run(100, true);

        assertThat(calm.decisions).hasSizeGreaterThan(3 * MINUTES);
        assertThat(shadow.decisions).isEqualTo(calm.decisions);
        assertThat(onTheLog.decisions).isEqualTo(calm.decisions);
        assertThat(calm.paths).containsExactly("local");
        assertThat(shadow.paths).containsExactly("local");
        assertThat(onTheLog.paths).containsExactly("log");

        assertThat(shadow.gate.isOpen()).isFalse();
        assertThat(shadow.missing).isEqualTo(calm.told.subList(STOPS, STARTS));
        assertThat(calm.missing).isEmpty();
        assertThat(onTheLog.missing).isEmpty();
        // No gateway runs here: its check alone keeps the gate shut.
        assertThat(notPassed(calm.gate)).containsExactly("one order per intent");
        assertThat(notPassed(shadow.gate))
                .containsExactly("parity of bars", "dispatched = completed", "one order per intent");
        assertThat(notPassed(onTheLog.gate)).containsExactly("one order per intent");
    }

    private static List<String> notPassed(GateReport report) {
        return report.checks().stream()
                .filter(check -> !check.passed())
                .map(GateCheck::name)
                .toList();
    }

    private record Run(
            List<ClosedBar> told,
            List<String> decisions,
            List<String> paths,
            List<ClosedBar> missing,
            GateReport gate) {}

    private Run run(int percent, boolean outage) throws Exception {
        try (ClockWorld world = new ClockWorld(Files.createTempDirectory(dir, "w"), Engine.SQLITE)) {
            for (Topic topic : Topics.ALL) {
                if (!topic.equals(Topics.BARS_CLOSED)) {
                    world.log.createTopic(new TopicSpec(world.topics.fullName(topic), 2, Retention.UNLIMITED));
                }
            }
            ServicePorts ports = world.ports("one");
            Cutover cutover = new Cutover(SHARDS, world.time);
            Evaluator.Settings settings =
                    new Evaluator.Settings(world.topics, SHARDS, CATALOG, EvaluationOptions.DEFAULT);
            LocalScheduler local = new LocalScheduler(ports, settings);
            BarClock clock = new BarClock(
                    ports,
                    new Records(world.topics),
                    world.options,
                    new BarClock.Parts(
                            world.source, world.calendars, cutover::policy, List.of(world.told::add, local)));
            Dispatcher dispatcher = new Dispatcher(ports, new Dispatcher.Settings(world.topics, SHARDS, 250));
            Evaluator evaluator = new Evaluator(ports, settings);
            Runnable round = () -> {
                clock.pump();
                for (int n = 0; n < 4; n++) {
                    local.pump();
                    clock.publisher().pump();
                    dispatcher.pump();
                    evaluator.pump();
                    world.time.pass(Duration.ofMillis(500));
                }
            };
            prepare(world, cutover, percent);
            clock.subscribe(Bars.BTC);
            for (int n = 0; n < 5; n++) {
                round.run();
            }
            for (int minute = 0; minute < MINUTES; minute++) {
                world.log.away = outage && minute >= STOPS && minute < STARTS;
                world.source.give(Bars.minute(world.now + minute));
                world.minute();
                round.run();
            }
            for (int n = 0; n < 30; n++) {
                round.run();
            }
            ParityWindow window = new ParityWindow(world.now * Bars.MINUTE, (world.now + MINUTES) * Bars.MINUTE);
            GateReport gate = new Gate(world.database, world.log, world.topics)
                    .report(
                            window,
                            new Gate.Evidence(
                                    Optional.of(new Replay(world.database, CATALOG)),
                                    Optional.of(FaultSuite.parse(GateTest.SUITE)),
                                    "0.1.0"));
            List<ClosedBar> missing = new Parity(world.database, world.log, world.topics)
                    .compare(window)
                    .bars()
                    .missing();
            Run run = new Run(
                    List.copyOf(world.told),
                    texts(
                            world,
                            "SELECT strategy_id || ' ' || event_id || ' ' || outcome || ' ' || intents FROM evaluation"
                                    + " UNION ALL SELECT intent_id FROM intent ORDER BY 1"),
                    texts(world, "SELECT DISTINCT path FROM evaluation"),
                    missing,
                    gate);
            evaluator.close();
            dispatcher.close();
            local.close();
            clock.publisher().close();
            clock.close();
            return run;
        }
    }

    private static void prepare(ClockWorld world, Cutover cutover, int percent) throws SQLException {
        try (Writer writer = new Writer(world.database)) {
            Connection connection = writer.transaction();
            cutover.prepare(connection);
            StrategyTable strategies = new StrategyTable(CATALOG, SHARDS, world.time);
            long id = 1;
            for (String kind : List.of("momentum", "mean-reversion", "market-maker")) {
                strategies.add(
                        connection,
                        id,
                        new StrategyRow.Setup(
                                kind,
                                Parameters.parse(""),
                                AccountKey.parse("account:daybook:alice:spot"),
                                List.of(Bars.BTC)));
                strategies.start(connection, id);
                id++;
            }
            cutover.set(connection, percent);
            assertThat(cutover.policy(connection))
                    .isEqualTo(percent == 0 ? PublicationPolicy.MIRROR : PublicationPolicy.OUTBOX);
            writer.commit();
        }
    }

    private static List<String> texts(ClockWorld world, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = world.database.openReader();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }
}
