package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Catalog;
import daybook.app.security.SafeText;
import daybook.app.strategies.StrategyDesk;
import daybook.app.strategies.StrategyRefused;
import daybook.app.strategies.Wanted;
import daybook.app.venue.PostTrade;
import daybook.app.venue.StrategyDesks;
import daybook.strategies.Shards;
import daybook.strategies.cutover.Move;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Strategies as the command line sees them: through the venue that runs on the data directory, which writes who did what into its audit
 * log; and where none runs, in the database itself, which is all that the venue would do. What it answers is what HTTP answers.
 */
interface StrategyDoor {
    /** A page: ids above {@code after}. */
    Map<String, Object> list(long after, int limit, StrategyDesk.Filter filter);

    Map<String, Object> show(long id);

    Map<String, Object> add(Wanted wanted);

    Map<String, Object> start(long id);

    Map<String, Object> stop(long id);

    Map<String, Object> cutover();

    /** Begins a move. Throws a {@link Failure} if the one before is not over. */
    Map<String, Object> move(int percent);

    /** Asks what is there. */
    static <T> T ask(Place place, Function<StrategyDoor, T> question) {
        Optional<VenueLink> running = place.running();
        if (running.isPresent()) {
            return question.apply(new OverHttp(running.get()));
        }
        try (PostTrade postTrade = place.postTrade();
                StrategyDesk desk = StrategyDesks.of(
                        postTrade,
                        new Shards(place.configuration().integer(Catalog.SHARDS)),
                        place.letters().topics())) {
            return question.apply(new InTheDatabase(desk));
        }
    }

    /** The running venue. */
    record OverHttp(VenueLink venue) implements StrategyDoor {
        private static final String STRATEGIES = "/api/v1/strategies";
        private static final String CUTOVER = "/api/v1/cutover";

        @Override
        public Map<String, Object> list(long after, int limit, StrategyDesk.Filter filter) {
            String path = STRATEGIES + "?after=" + after + "&limit=" + limit
                    + (filter.status().isEmpty() ? "" : "&status=" + filter.status())
                    + (filter.shard() < 0 ? "" : "&shard=" + filter.shard());
            return Json.object(venue.get(path));
        }

        @Override
        public Map<String, Object> show(long id) {
            return Json.object(venue.get(STRATEGIES + "/" + id));
        }

        @Override
        public Map<String, Object> add(Wanted wanted) {
            return venue.post(
                    STRATEGIES,
                    Json.fields(
                            "kind", wanted.kind(),
                            "parameters", wanted.parameters(),
                            "account", wanted.account(),
                            "series", wanted.series()));
        }

        @Override
        public Map<String, Object> start(long id) {
            return venue.post(STRATEGIES + "/" + id + "/start", Map.of());
        }

        @Override
        public Map<String, Object> stop(long id) {
            return venue.post(STRATEGIES + "/" + id + "/stop", Map.of());
        }

        @Override
        public Map<String, Object> cutover() {
            return Json.object(venue.get(CUTOVER));
        }

        @Override
        public Map<String, Object> move(int percent) {
            return venue.put(CUTOVER, Json.fields("percent", percent));
        }
    }

    /** Where no venue runs. */
    record InTheDatabase(StrategyDesk desk) implements StrategyDoor {
        @Override
        public Map<String, Object> list(long after, int limit, StrategyDesk.Filter filter) {
            return said(() -> desk.list(after, limit, filter));
        }

        @Override
        public Map<String, Object> show(long id) {
            return said(() -> desk.show(id));
        }

        @Override
        public Map<String, Object> add(Wanted wanted) {
            return said(() -> desk.add(wanted));
        }

        @Override
        public Map<String, Object> start(long id) {
            return said(() -> desk.start(id));
        }

        @Override
        public Map<String, Object> stop(long id) {
            return said(() -> desk.stop(id));
        }

        @Override
        public Map<String, Object> cutover() {
            return said(desk::cutover);
        }

        @Override
        public Map<String, Object> move(int percent) {
            return said(() -> {
                if (desk.move(percent) instanceof Move.Draining draining) {
                    throw new Failure(
                            ExitCode.FAILURE,
                            "cutover: the move to " + draining.percent()
                                    + " % is not over (expected: all shards drained)");
                }
                return desk.cutover();
            });
        }

        /** As it would come over HTTP: numbers are numerals. */
        private static Map<String, Object> said(Supplier<Map<String, Object>> question) {
            try {
                return Json.object(Json.readOwn(Json.write(question.get()).getBytes(StandardCharsets.UTF_8)));
            } catch (StrategyRefused refused) {
                throw new Failure(exit(refused), SafeText.visible(String.valueOf(refused.getMessage())), refused);
            }
        }

        private static ExitCode exit(StrategyRefused refused) {
            return switch (refused.kind()) {
                case NOT_THERE -> ExitCode.NOT_FOUND;
                case INVALID -> ExitCode.USAGE;
                case CONFLICT -> ExitCode.FAILURE;
            };
        }
    }

    /** A number of an answer; 0 if it is none. */
    static long number(Map<String, Object> answer, String name) {
        return answer.get(name) instanceof Json.Numeral number ? Long.parseLong(number.text()) : 0;
    }

    /** Who owns a shard, in a table: {@code evaluator on HOST}. */
    static String owner(Map<String, Object> answer) {
        String owner = String.valueOf(answer.getOrDefault("owner", ""));
        int slash = owner.lastIndexOf('/');
        int colon = owner.indexOf(':');
        return slash < 0 || colon < 0 ? owner : owner.substring(slash + 1) + " on " + owner.substring(0, colon);
    }

    /** A list of an answer. */
    static List<Object> list(Map<String, Object> answer, String name) {
        return Json.array(answer.getOrDefault(name, List.of()));
    }
}
