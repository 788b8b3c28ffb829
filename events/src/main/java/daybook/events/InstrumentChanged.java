package daybook.events;

/** An instrument was added or its settings changed; they hold from this event on. */
public record InstrumentChanged(long seq, long time, Instrument instrument) implements Event {
    @Override
    public Kind kind() {
        return Kind.INSTRUMENT_CHANGED;
    }

    @Override
    public String key() {
        return instrument.symbol();
    }
}
