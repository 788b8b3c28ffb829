package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Durations;
import daybook.app.jobs.JobDesk;
import daybook.app.jobs.JobSettings;
import daybook.app.jobs.JobsRefused;
import daybook.app.kafka.KafkaConnection;
import daybook.app.security.SafeText;
import daybook.app.venue.JobDesks;
import daybook.app.venue.PostTrade;
import daybook.delivery.jobs.NewJob;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Jobs as the command line sees them: through the venue that runs on the data directory, which writes who did what into its audit log; and
 * where none runs, in the store itself. What it answers is what HTTP answers.
 */
interface JobDoor {
    String BY = "command line";

    Map<String, Object> overview();

    Map<String, Object> push(String queue, NewJob job);

    Map<String, Object> size(String queue);

    Map<String, Object> clear(String queue);

    List<Map<String, Object>> failed(String queue, int limit);

    Map<String, Object> retry(String queue, String id);

    /** Puts it in again with another payload. */
    Map<String, Object> repair(String queue, String id, String payload);

    Map<String, Object> discard(String queue, String id);

    List<Map<String, Object>> history(Optional<String> job, int limit);

    /** Asks what is there. */
    static <T> T ask(Place place, Function<JobDoor, T> question) {
        Optional<VenueLink> running = place.running();
        if (running.isPresent()) {
            return question.apply(new OverHttp(running.get()));
        }
        try (PostTrade postTrade = place.postTrade();
                JobDesks jobs = new JobDesks(at(place, postTrade))) {
            return question.apply(new InTheStore(jobs.desk()));
        }
    }

    static JobDesks.Place at(Place place, PostTrade postTrade) {
        return new JobDesks.Place(
                postTrade,
                place.data(),
                JobSettings.of(place.configuration()),
                place.isOnKafka() ? Optional.of(KafkaConnection.settings(place.configuration())) : Optional.empty(),
                place.letters().topics());
    }

    /** The running venue. */
    record OverHttp(VenueLink venue) implements JobDoor {
        private static final String JOBS = "/api/v1/jobs";

        @Override
        public Map<String, Object> overview() {
            return Json.object(venue.get(JOBS));
        }

        @Override
        public Map<String, Object> push(String queue, NewJob job) {
            Map<String, Object> body = Json.fields(
                    "name", job.name(),
                    "payload", job.payload(),
                    "delay", Durations.format(job.delay()),
                    "priority", job.priority());
            job.uniqueKey().ifPresent(key -> body.put("unique", key));
            return venue.post(path(queue), body);
        }

        @Override
        public Map<String, Object> size(String queue) {
            return Json.object(venue.get(path(queue)));
        }

        @Override
        public Map<String, Object> clear(String queue) {
            return venue.post(path(queue) + "/clear", Map.of());
        }

        @Override
        public List<Map<String, Object>> failed(String queue, int limit) {
            return rows(venue.get(path(queue) + "/failed?limit=" + limit));
        }

        @Override
        public Map<String, Object> retry(String queue, String id) {
            return venue.post(path(queue) + "/failed/" + encoded(id) + "/retry", Map.of());
        }

        @Override
        public Map<String, Object> repair(String queue, String id, String payload) {
            return venue.post(path(queue) + "/failed/" + encoded(id) + "/repair", Json.fields("payload", payload));
        }

        @Override
        public Map<String, Object> discard(String queue, String id) {
            return venue.post(path(queue) + "/failed/" + encoded(id) + "/discard", Map.of());
        }

        @Override
        public List<Map<String, Object>> history(Optional<String> job, int limit) {
            return rows(venue.get("/api/v1/job-history?limit=" + limit
                    + job.map(id -> "&job=" + encoded(id)).orElse("")));
        }

        private static String path(String queue) {
            return JOBS + "/" + encoded(queue);
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
        }

        private static List<Map<String, Object>> rows(Object answer) {
            return Json.array(answer).stream().map(Json::object).toList();
        }
    }

    /** Where no venue runs. */
    record InTheStore(JobDesk desk) implements JobDoor {
        @Override
        public Map<String, Object> overview() {
            return said(desk::overview);
        }

        @Override
        public Map<String, Object> push(String queue, NewJob job) {
            return said(() -> desk.push(queue, job));
        }

        @Override
        public Map<String, Object> size(String queue) {
            return said(() -> desk.size(queue));
        }

        @Override
        public Map<String, Object> clear(String queue) {
            return said(() -> desk.clear(queue, BY));
        }

        @Override
        public List<Map<String, Object>> failed(String queue, int limit) {
            return said(() -> desk.failed(queue, limit));
        }

        @Override
        public Map<String, Object> retry(String queue, String id) {
            return said(() -> desk.retry(queue, id, BY));
        }

        @Override
        public Map<String, Object> repair(String queue, String id, String payload) {
            return said(() -> desk.repair(queue, id, payload, BY));
        }

        @Override
        public Map<String, Object> discard(String queue, String id) {
            return said(() -> desk.discard(queue, id, BY));
        }

        @Override
        public List<Map<String, Object>> history(Optional<String> job, int limit) {
            return said(() -> desk.history(job, limit));
        }

        private static <T> T said(Supplier<T> question) {
            try {
                return question.get();
            } catch (JobsRefused refused) {
                throw new Failure(exit(refused), SafeText.visible(String.valueOf(refused.getMessage())), refused);
            }
        }

        private static ExitCode exit(JobsRefused refused) {
            return switch (refused.kind()) {
                case NOT_THERE -> ExitCode.NOT_FOUND;
                case INVALID -> ExitCode.USAGE;
                case CONFLICT -> ExitCode.FAILURE;
                case AWAY -> ExitCode.UNREACHABLE;
            };
        }
    }
}
