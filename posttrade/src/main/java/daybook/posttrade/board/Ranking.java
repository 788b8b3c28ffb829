package daybook.posttrade.board;

import daybook.posttrade.ledger.ProfitView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Who has made most, per currency. */
final class Ranking {
    private static final Comparator<ProfitView> ORDER = Comparator.comparing(ProfitView::currency)
            .thenComparing(ProfitView::net, Comparator.reverseOrder())
            .thenComparing(ProfitView::account);

    private Ranking() {}

    static List<Standing> of(List<ProfitView> profits) {
        List<ProfitView> sorted = new ArrayList<>(profits);
        sorted.sort(ORDER);
        List<Standing> standings = new ArrayList<>(sorted.size());
        String currency = "";
        int rank = 0;
        for (ProfitView profit : sorted) {
            rank = profit.currency().equals(currency) ? rank + 1 : 1;
            currency = profit.currency();
            standings.add(new Standing(
                    currency,
                    rank,
                    profit.account(),
                    profit.net(),
                    profit.realised(),
                    profit.unrealised(),
                    profit.charges(),
                    profit.pending()));
        }
        return standings;
    }
}
