package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Instrument;
import daybook.events.SessionState;
import daybook.posttrade.market.BookState;
import daybook.posttrade.market.Level;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A book that may be wrong says so. */
class ViewRoutesTest {
    private static final Instrument INFY = new Instrument("INFY", 2, 0, 2, 5, 1, 10_000, 0, 0, 0, "INR");

    @Test
    void aBookThatMayBeWrongIsPending() {
        assertThat(book(false)).containsEntry("pending", true).containsEntry("seq", 7L);
        assertThat(book(true)).doesNotContainKey("pending").containsEntry("symbol", "INFY");
    }

    private static Map<String, Object> book(boolean whole) {
        List<Level> bids = List.of(new Level(100, 5, 1));
        return ViewRoutes.json(new BookState(7, "INFY", SessionState.OPEN, bids, List.of(), whole), 10, INFY);
    }
}
