package daybook.app.http;

import java.util.List;
import java.util.Map;

/**
 * The routes of the exchange that a {@code web} process passes on, by name: for its metrics, whose labels no stranger may choose. What
 * is not among them is passed on too, and the exchange says that it is not there.
 */
final class RelayedRoutes {
    static final List<String> NAMES = List.of(
            "POST /api/v1/orders",
            "GET /api/v1/orders",
            "GET /api/v1/orders/{orderId}",
            "PATCH /api/v1/orders/{orderId}",
            "DELETE /api/v1/orders/{orderId}",
            "GET /api/v1/symbols",
            "GET /api/v1/book/{symbol}",
            "GET /api/v1/trades/{symbol}",
            "GET /api/v1/bars/{symbol}",
            "GET /api/v1/leaderboard",
            "GET /api/v1/positions",
            "GET /api/v1/pnl",
            "GET /api/v1/fills",
            "POST /api/v1/ops/session",
            "POST /api/v1/ops/kill-switch",
            "GET /api/v1/accounts",
            "POST /api/v1/accounts",
            "POST /api/v1/symbols",
            "GET /api/v1/tokens",
            "POST /api/v1/tokens",
            "DELETE /api/v1/tokens/{id}",
            "POST /api/v1/topics/{topic}/records",
            "POST /api/v1/groups/{group}/offset",
            "POST /api/v1/ops/purge",
            "POST /api/v1/ops/services/{service}/rebuild",
            "GET /api/v1/ops/services/{service}/rebuild",
            "GET /api/v1/dlq",
            "GET /api/v1/dlq/{id}",
            "POST /api/v1/dlq/{id}/repair",
            "POST /api/v1/dlq/{id}/replay",
            "POST /api/v1/dlq/{id}/discard",
            "GET /api/v1/strategies",
            "POST /api/v1/strategies",
            "GET /api/v1/strategies/{id}",
            "POST /api/v1/strategies/{id}/start",
            "POST /api/v1/strategies/{id}/stop",
            "GET /api/v1/cutover",
            "PUT /api/v1/cutover",
            "GET /api/v1/intents",
            "POST /api/v1/intents/{intentId}/cancel",
            "POST /api/v1/intents/{intentId}/settle",
            "GET /api/v1/jobs",
            "POST /api/v1/jobs/{queue}",
            "GET /api/v1/jobs/{queue}",
            "POST /api/v1/jobs/{queue}/clear",
            "GET /api/v1/jobs/{queue}/failed",
            "POST /api/v1/jobs/{queue}/failed/{id}/retry",
            "POST /api/v1/jobs/{queue}/failed/{id}/repair",
            "POST /api/v1/jobs/{queue}/failed/{id}/discard",
            "GET /api/v1/job-history",
            "POST /api/v1/broadcasts",
            "POST /api/v1/session",
            "DELETE /api/v1/session",
            "GET /api/v1/session");

    private static final RouteTable TABLE =
            new RouteTable(NAMES.stream().map(RelayedRoutes::route).toList());

    private RelayedRoutes() {}

    /** Method and template; {@code none} if the exchange has no such route. */
    static String name(String method, String path) {
        return TABLE.lookUp(method, path).name();
    }

    private static Route route(String name) {
        String[] parts = name.split(" ", 2);
        return new Route(
                parts[0],
                parts[1],
                Access.ANYONE,
                "",
                List.of(),
                List.of(),
                call -> new Answer(404, Map.of(), Map.of()));
    }
}
