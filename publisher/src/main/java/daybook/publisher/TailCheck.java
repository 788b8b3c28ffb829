package daybook.publisher;

import daybook.log.Log;

/** Finds out, at each connect, what of the checkpoint the log still bears out. */
interface TailCheck {

    /** The checkpoint without the marks that the log contradicts. */
    Checkpoint heldBy(Log log, String topic, Checkpoint checkpoint);
}
