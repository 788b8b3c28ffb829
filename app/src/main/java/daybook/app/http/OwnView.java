package daybook.app.http;

import daybook.events.SessionState;
import daybook.posttrade.market.BookState;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Which questions a {@code web} process answers from its own view of the market: those about book, trades and bars, once it has read to
 * the end of the log, of a program on this machine that shows neither token nor session. Whoever shows one is judged and answered by the
 * exchange, where it is revoked from one request to the next, and so is a question about a book in an auction, because only the exchange knows what an uncross would do. Safe for many threads.
 */
final class OwnView {
    private static final Pattern MARKET = Pattern.compile("/api/v1/(book|trades|bars)/([^/]+)");

    private final Optional<MarketDesk> desk;

    OwnView(Optional<MarketDesk> desk) {
        this.desk = desk;
    }

    boolean answers(Request request, String path) {
        if (desk.isEmpty() || !desk.get().view().isCurrent() || !isRead(request)) {
            return false;
        }
        Matcher question = MARKET.matcher(path);
        return question.matches() && isAnswered(question.group(1), question.group(2)) && isAnybody(request);
    }

    private boolean isAnswered(String what, String symbol) {
        Optional<BookState> book = desk.flatMap(known -> known.view().book(symbol));
        return book.isPresent() && (!what.equals("book") || book.get().state() != SessionState.AUCTION);
    }

    private static boolean isAnybody(Request request) {
        return !request.getHeaders().contains(HttpHeader.AUTHORIZATION)
                && !request.getHeaders().contains(HttpHeader.COOKIE)
                && Doors.isLocal(request);
    }

    private static boolean isRead(Request request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }
}
