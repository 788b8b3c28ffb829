package daybook.exchange.pipeline;

import daybook.exchange.Reply;

/**
 * Told how commands ended, in numbers only: nothing is decoded and nothing allocated. Called on the exchange's thread; must be
 * quick and must not throw.
 */
public interface OutcomeListener {

    /**
     * Command and events are durable.
     *
     * @param token what the submitter gave
     * @param firstSeq its first event
     * @param lastSeq its last event; below {@code firstSeq} if there is none
     */
    void decided(long token, long commandSeq, long firstSeq, long lastSeq);

    /**
     * It was not decided, or nobody knows.
     *
     * @param reply {@link Reply.NotAccepted} or {@link Reply.Unknown}
     */
    void undecided(long token, Reply reply);
}
