package daybook.app.cli;

import daybook.app.Json;
import daybook.app.venue.VenueRole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The processes of a data directory that run roles beside the exchange, each asked over its own port. */
final class RoleLinks {
    private RoleLinks() {}

    /** Those that answer. */
    static Map<VenueRole, VenueLink> of(Place place) {
        Map<VenueRole, VenueLink> links = new LinkedHashMap<>();
        for (VenueRole role : VenueRole.values()) {
            if (role != VenueRole.EXCHANGE) {
                place.running(role).ifPresent(link -> links.put(role, link));
            }
        }
        return links;
    }

    static Map<String, Object> status(VenueLink link) {
        return Json.object(link.get("/api/v1/ops/status"));
    }

    /** One per process, which may be several roles. */
    static List<Map<String, Object>> statuses(Map<VenueRole, VenueLink> links) {
        Map<String, Map<String, Object>> byAddress = new LinkedHashMap<>();
        links.values().forEach(link -> byAddress.computeIfAbsent(link.address(), address -> status(link)));
        return List.copyOf(byAddress.values());
    }
}
