package daybook.app.venue;

/** Closes something once: on the thread that it belongs to, or else by whoever opened it. Safe for many threads. */
final class Once implements AutoCloseable {
    private final Opened thing = new Opened();

    Once(AutoCloseable thing) {
        this.thing.add(thing);
    }

    @Override
    public synchronized void close() {
        thing.close();
    }
}
