package daybook.lab.study;

/** How a service can store a trade and announce it. */
public enum Design {
    /** The trade first: a crash leaves a trade that nobody hears of. */
    WRITE_THEN_PUBLISH,
    /** The announcement first: a crash leaves one of a trade that does not exist. */
    PUBLISH_THEN_WRITE,
    /** Both in one transaction, and a relay that sends without a key: a crash sends again, and nothing tells that it is a copy. */
    OUTBOX_WITHOUT_KEY,
    /** Both in one transaction, and a relay that sends the row's number along: copies are told. */
    OUTBOX
}
