package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;

/** One step that every command passes, in order. Confined to the exchange's thread. */
interface Stage {

    /**
     * Takes what the stage before has finished, up to a limit.
     *
     * @return commands finished; 0 if there was nothing to do or nothing could be done
     */
    int pump();

    /** Ring sequence of the last command that this stage has finished; never goes back. */
    Sequence finished();
}
