package daybook.app.http;

import daybook.app.security.TokenStore;
import daybook.events.SessionState;
import daybook.posttrade.market.BookState;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Which questions a {@code web} process answers from its own view of the market: those about book, trades and bars, once it has read to
 * the end of the log, for whom it knows itself. Whoever has a token or session that only the exchange knows is judged and answered
 * there, and so is a question about a book in an auction, because only the exchange knows what an uncross would do. Safe for many threads.
 */
final class OwnView {
    private static final Pattern MARKET = Pattern.compile("/api/v1/(book|trades|bars)/([^/]+)");

    private final Optional<MarketDesk> desk;
    private final TokenStore tokens;

    OwnView(Optional<MarketDesk> desk, TokenStore tokens) {
        this.desk = desk;
        this.tokens = tokens;
    }

    boolean answers(Request request, String path) {
        if (desk.isEmpty() || !desk.get().view().isCurrent() || !isRead(request)) {
            return false;
        }
        Matcher question = MARKET.matcher(path);
        return question.matches() && isAnswered(question.group(1), question.group(2)) && knows(request);
    }

    private boolean isAnswered(String what, String symbol) {
        Optional<BookState> book = desk.flatMap(known -> known.view().book(symbol));
        return book.isPresent() && (!what.equals("book") || book.get().state() != SessionState.AUCTION);
    }

    private boolean knows(Request request) {
        List<String> given = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
        if (request.getHeaders().contains(HttpHeader.COOKIE)) {
            return false;
        }
        if (given.isEmpty()) {
            return Doors.isLocal(request);
        }
        String bearer = "Bearer ";
        String first = given.get(0);
        return given.size() == 1
                && first.regionMatches(true, 0, bearer, 0, bearer.length())
                && tokens.identify(first.substring(bearer.length())).isPresent();
    }

    private static boolean isRead(Request request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }
}
