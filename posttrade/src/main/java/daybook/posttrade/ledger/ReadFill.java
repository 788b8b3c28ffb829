package daybook.posttrade.ledger;

import daybook.events.Fill;
import daybook.log.StoredRecord;

/** A fill, and the record it was read from. */
record ReadFill(StoredRecord origin, Fill fill) {}
