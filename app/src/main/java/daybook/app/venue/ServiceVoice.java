package daybook.app.venue;

import daybook.app.heartbeat.RoleReport;
import daybook.delivery.DeadLetters;
import daybook.delivery.LastRecord;
import daybook.delivery.ServiceStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What a service says of itself. Safe for many threads; quick. */
interface ServiceVoice {

    /** By the names of its parts. */
    Map<String, ServiceStatus> status();

    Details details();

    /** What it has not applied. */
    default Aside aside() {
        return Aside.NONE;
    }

    /**
     * Records that were not applied.
     *
     * @param letters that wait for somebody's decision
     * @param held that wait for something else, and will be applied by themselves
     */
    record Aside(DeadLetters.Waiting letters, DeadLetters.Waiting held) {
        static final Aside NONE = new Aside(DeadLetters.Waiting.NONE, DeadLetters.Waiting.NONE);
    }

    /**
     * What its heartbeat tells beside its status.
     *
     * @param counters by name
     * @param lastEvent "" before the first
     */
    record Details(Map<String, Long> counters, String lastEvent) {
        static final Details NONE = new Details(Map.of(), "");

        static Details of(Map<String, Long> counters, Optional<LastRecord> last) {
            return new Details(counters, last.map(Details::text).orElse(""));
        }

        private static String text(LastRecord last) {
            return last.place() + " offset " + last.offset() + " key " + last.key() + " at "
                    + Instant.ofEpochMilli(last.timeMs());
        }
    }

    static ServiceVoice of(Supplier<Map<String, ServiceStatus>> status, Supplier<Details> details) {
        return of(status, details, () -> Aside.NONE);
    }

    static ServiceVoice of(
            Supplier<Map<String, ServiceStatus>> status, Supplier<Details> details, Supplier<Aside> aside) {
        return new ServiceVoice() {
            @Override
            public Aside aside() {
                return aside.get();
            }

            @Override
            public Map<String, ServiceStatus> status() {
                return status.get();
            }

            @Override
            public Details details() {
                return details.get();
            }
        };
    }

    /** One report for a role, whatever its parts are. */
    default RoleReport report(String role) {
        List<String> red = new ArrayList<>();
        List<String> amber = new ArrayList<>();
        long done = 0;
        long failures = 0;
        for (Map.Entry<String, ServiceStatus> part : status().entrySet()) {
            ServiceStatus status = part.getValue();
            done += status.done();
            failures += status.failures();
            List<String> where = status.light() == ServiceStatus.Light.RED ? red : amber;
            status.reasons().forEach(reason -> where.add(part.getKey() + ": " + reason));
        }
        Details details = details();
        Map<String, Long> counters = new LinkedHashMap<>(details.counters());
        counters.put("deadLetters", aside().letters().count());
        counters.put("held", aside().held().count());
        counters.put("done", done);
        counters.put("failures", failures);
        String state = !red.isEmpty() ? "red" : amber.isEmpty() ? "green" : "amber";
        red.addAll(amber);
        return new RoleReport(role, state, red, counters, details.lastEvent());
    }
}
