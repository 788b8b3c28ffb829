package daybook.exchange.pipeline;

/**
 * What the exchange has done since it was opened. Durable things only.
 *
 * @param commands commands journaled, accepted or not
 * @param accepted orders taken in
 * @param rejected commands refused by a rule
 * @param trades trades
 * @param events events journaled
 * @param batches forces that covered them
 * @param notAccepted commands taken from the ring but refused without being journaled
 * @param busy submissions that met a full ring
 * @param listenerFaults replies whose listener threw
 */
public record Counters(
        long commands,
        long accepted,
        long rejected,
        long trades,
        long events,
        long batches,
        long notAccepted,
        long busy,
        long listenerFaults) {}
