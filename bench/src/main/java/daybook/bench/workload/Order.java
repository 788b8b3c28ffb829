package daybook.bench.workload;

/** An order of the generator's reference book. */
final class Order {
    long id;
    int user;
    boolean buy;
    int price;
    int size;
    /** Its place among the live orders of its book, for a constant-time removal. */
    int slot;
}
