package daybook.posttrade.board;

import java.math.BigDecimal;

/**
 * An account's place.
 *
 * @param rank from 1 in each currency; equal profits are ranked by account
 * @param net realised and unrealised, less charges
 * @param pending part of it is not to be trusted until a parked record is repaired
 */
public record Standing(
        String currency,
        int rank,
        String account,
        BigDecimal net,
        BigDecimal realised,
        BigDecimal unrealised,
        BigDecimal charges,
        boolean pending) {}
