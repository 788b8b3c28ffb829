package daybook.app.http;

import daybook.app.reports.Reports;
import daybook.app.security.RateLimits;
import daybook.app.security.Sessions;
import daybook.app.security.TokenStore;
import daybook.exchange.OrderEntry;
import daybook.exchange.VenueQueries;

/** What the routes are made of. */
record HttpParts(
        OrderEntry orders,
        VenueQueries venue,
        Listings listings,
        Waiting waiting,
        RateLimits limits,
        Reports reports,
        Operations operations,
        TokenStore tokens,
        Sessions sessions) {}
