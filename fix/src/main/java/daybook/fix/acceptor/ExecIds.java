package daybook.fix.acceptor;

import daybook.fix.session.Place;

/** What reports are called. The same event is called the same by whoever reports it, whenever, and after whatever happened. */
interface ExecIds {
    /** By the event's seq. */
    ExecIds BY_SEQ = Place::execId;

    /** @param place of the report: see {@link Place} */
    String of(long place, boolean isTrade);
}
