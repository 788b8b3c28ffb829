package daybook.posttrade.ledger;

import daybook.delivery.BadRecordException;
import daybook.events.EventFormatException;
import daybook.events.EventIds;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.log.StoredRecord;
import daybook.posttrade.Exact;
import daybook.posttrade.UnstorableText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** From a record of {@code fills.v1} to a fill that makes sense, or a reason why it does not. */
final class FillReading {
    private FillReading() {}

    static ReadFill read(StoredRecord stored) {
        Fill fill;
        try {
            fill = EventJson.readFill(stored.record().value());
        } catch (EventFormatException e) {
            throw BadRecordException.forGood(stored, String.valueOf(e.getMessage()));
        }
        check(stored, fill);
        return new ReadFill(stored, fill);
    }

    private static void check(StoredRecord stored, Fill fill) {
        String id = EventIds.ofFill(fill.tradeId(), fill.side());
        require(stored, fill.tradeId() > 0, "tradeId", fill.tradeId(), "above 0");
        require(stored, fill.fillId().equals(id), "fillId", fill.fillId(), id);
        require(stored, fill.quantity() > 0, "quantity", fill.quantity(), "above 0");
        require(stored, !fill.symbol().isEmpty(), "symbol", fill.symbol(), "not empty");
        if (UnstorableText.isIn(fill.accountId())
                || UnstorableText.isIn(fill.symbol())
                || UnstorableText.isIn(fill.currency())) {
            throw BadRecordException.forGood(stored, UnstorableText.REASON);
        }
        byte[] key = stored.record().key();
        boolean keyed = Arrays.equals(key, fill.accountId().getBytes(StandardCharsets.UTF_8));
        require(stored, keyed, "key", new String(key, StandardCharsets.UTF_8), "the account, " + fill.accountId());
        int spare = fill.moneyScale() - fill.priceScale() - fill.quantityScale();
        boolean scaled = fill.priceScale() >= 0
                && fill.quantityScale() >= 0
                && spare >= 0
                && fill.moneyScale() <= Exact.MAX_SCALE;
        require(stored, scaled, "moneyScale", fill.moneyScale(), "priceScale + quantityScale to " + Exact.MAX_SCALE);
    }

    private static void require(StoredRecord stored, boolean holds, String name, Object value, String expected) {
        if (!holds) {
            throw BadRecordException.forGood(stored, name + ": " + value + " (expected: " + expected + ")");
        }
    }
}
