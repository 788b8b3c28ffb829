package daybook.lab.sandbox;

/** A trade and its place on the topic. */
record Stored(Trade trade, int partition, long offset) {

    String place() {
        return "partition " + partition + ", offset " + offset;
    }
}
