package daybook.app.jobs;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What a day was for an account: its fills (the contract notes), what it holds, and its cash. Decimals of the symbol and the currency,
 * never rounded.
 *
 * @param notOverAt venue time at which it was made, if the day's trading was not over then; HH:MM
 * @param pending a record of the account or one of its symbols was put aside: the numbers are not to be trusted until it is repaired
 */
record AccountStatement(
        String account,
        LocalDate day,
        boolean pending,
        Optional<String> notOverAt,
        List<Note> notes,
        List<Holding> holdings,
        List<Cash> cash) {

    AccountStatement as(boolean isPending, Optional<String> notOver) {
        return new AccountStatement(account, day, isPending, notOver, notes, holdings, cash);
    }

    /**
     * A fill.
     *
     * @param time in the venue's time zone, ISO 8601
     * @param price as corrected, if it was
     * @param quantity as corrected; 0 = busted
     * @param value price x quantity
     */
    record Note(
            String fillId,
            String time,
            String symbol,
            String side,
            BigDecimal price,
            BigDecimal quantity,
            BigDecimal value,
            BigDecimal charges,
            String currency,
            long orderId,
            boolean corrected) {}

    /** What is held of a symbol: closing = opening + bought - sold. */
    record Holding(String symbol, BigDecimal opening, BigDecimal bought, BigDecimal sold, BigDecimal closing) {}

    /** Money in a currency: closing = opening + trades - charges. */
    record Cash(String currency, BigDecimal opening, BigDecimal trades, BigDecimal charges, BigDecimal closing) {}
}
