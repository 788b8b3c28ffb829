package daybook.lab.history;

/** Values from 1 on, each in the partition of its rest; key and body are the number and ten times it. */
record Numbers(long last, int partitions) implements Source {
    @Override
    public boolean has(long value) {
        return value >= 1 && value <= last;
    }

    @Override
    public int partition(long value) {
        return (int) (value % partitions);
    }

    @Override
    public int key(long value) {
        return partition(value);
    }

    @Override
    public int keys() {
        return partitions;
    }

    @Override
    public long keyPrint(long value) {
        return value;
    }

    @Override
    public long bodyPrint(long value) {
        return 10 * value;
    }
}
