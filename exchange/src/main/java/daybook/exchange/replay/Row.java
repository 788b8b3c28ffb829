package daybook.exchange.replay;

import daybook.events.SessionState;
import daybook.events.Side;

/**
 * One row of the command file, correct in itself.
 *
 * @param line where it stands in the file; the header is line 1
 * @param orderId blank for PHASE
 * @param side BUY where the verb names none
 * @param price {@link PlainDecimal#NONE} where the verb names none
 * @param quantity {@link PlainDecimal#NONE} where the verb names none
 * @param owner blank = nobody
 * @param phase of PHASE: AUCTION or OPEN; OPEN for every other verb
 */
record Row(
        long line,
        long n,
        Verb verb,
        String orderId,
        Side side,
        PlainDecimal price,
        PlainDecimal quantity,
        String owner,
        SessionState phase) {}
