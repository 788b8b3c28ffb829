package daybook.app.http;

import daybook.app.reports.Filter;
import daybook.app.reports.Reports;
import java.util.List;

/** What an account has: a trader sees its own, an operator any. */
final class AccountRoutes {
    private final Reports reports;

    AccountRoutes(HttpParts parts) {
        this.reports = parts.reports();
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/positions", Access.TRADER, "Net quantity per symbol.", this::positions, "account"),
                Route.get("/api/v1/pnl", Access.TRADER, "Cash and profit per currency.", this::profits, "account"),
                Route.get("/api/v1/fills", Access.TRADER, "Fills, newest first.", this::fills, "account", "limit"));
    }

    private Answer positions(Call call) {
        return Answer.ok(reports.positions(Filter.ofAccount(call.account(), Filter.MOST)));
    }

    private Answer profits(Call call) {
        return Answer.ok(reports.profits(Filter.ofAccount(call.account(), Filter.MOST)));
    }

    private Answer fills(Call call) {
        return Answer.ok(reports.fills(Filter.ofAccount(call.account(), call.number("limit", 100, 10_000))));
    }
}
