package daybook.app.cli;

import daybook.app.Json;
import daybook.app.heartbeat.Heartbeat;
import daybook.app.heartbeat.Identity;
import daybook.app.venue.VenueRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The roles of a venue, wherever they run: processes of the data directory that answer are asked over their own port; of all others
 * the last heartbeat counts.
 *
 * @param exchange its process, which is the whole venue with {@code up}
 * @param beside other processes that answer here, each once, as they say
 * @param elsewhere roles that nobody answers for here
 */
record RoleLinks(Optional<Map<String, Object>> exchange, List<Map<String, Object>> beside, List<Heartbeat> elsewhere) {

    static RoleLinks of(Place place, Console console) {
        Optional<Map<String, Object>> exchange = place.running().map(RoleLinks::status);
        Map<String, Map<String, Object>> beside = new LinkedHashMap<>();
        for (VenueRole role : VenueRole.values()) {
            if (role != VenueRole.EXCHANGE) {
                place.running(role).ifPresent(link -> beside.computeIfAbsent(link.address(), at -> status(link)));
            }
        }
        Set<String> answered = new TreeSet<>();
        exchange.ifPresent(status -> answered.addAll(roles(status)));
        beside.values().forEach(status -> answered.addAll(roles(status)));
        String here = Identity.instance(place.data().root());
        List<Heartbeat> elsewhere = heartbeats(place, console).stream()
                .filter(beat -> !beat.process().instance().equals(here)
                        || !answered.contains(beat.report().role()))
                .toList();
        return new RoleLinks(exchange, List.copyOf(beside.values()), elsewhere);
    }

    boolean isEmpty() {
        return exchange.isEmpty() && beside.isEmpty() && elsewhere.isEmpty();
    }

    /** Whether a process of the venue lives, as far as can be told from here. */
    boolean anyAlive() {
        return exchange.isPresent() || !beside.isEmpty() || elsewhere.stream().anyMatch(Heartbeat::isFresh);
    }

    /** Every process but the exchange's that answers here, and every heartbeat of the others. */
    List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>(beside);
        elsewhere.forEach(beat -> rows.add(beat.toJson()));
        return rows;
    }

    /** The process that answers here for a role. */
    Optional<Map<String, Object>> answering(String role) {
        return beside.stream()
                .filter(status -> roles(status).contains(role))
                .findFirst()
                .or(() -> exchange.filter(status -> roles(status).contains(role)));
    }

    List<Heartbeat> heartbeatsOf(String role) {
        return elsewhere.stream()
                .filter(beat -> beat.report().role().equals(role))
                .toList();
    }

    private static Map<String, Object> status(VenueLink link) {
        return Json.object(link.get("/api/v1/ops/status"));
    }

    /** As a process names itself; {@code venue} is all that {@code up} runs. */
    private static Set<String> roles(Map<String, Object> status) {
        Set<String> roles =
                new TreeSet<>(List.of(String.valueOf(status.get("role")).split(",")));
        if (roles.remove("venue")) {
            VenueRole.UP.forEach(role -> roles.add(role.text()));
        }
        return roles;
    }

    /** A database that does not answer hides who is elsewhere; who is here can be asked all the same. */
    private static List<Heartbeat> heartbeats(Place place, Console console) {
        try {
            return place.heartbeats();
        } catch (RuntimeException unreadable) { // of the disk, the database or its driver
            console.note("heartbeats: " + unreadable.getMessage());
            return List.of();
        }
    }
}
