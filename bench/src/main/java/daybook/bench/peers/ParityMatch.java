package daybook.bench.peers;

import com.paritytrading.parity.match.OrderBook;
import com.paritytrading.parity.match.OrderBookListener;
import com.paritytrading.parity.match.Side;
import daybook.bench.Contestant;
import daybook.bench.workload.Executions;
import daybook.bench.workload.Workload;

/** parity-match 0.7.0: order books alone, direct calls, one thread. It has no move, so that is a cancel and an enter. */
public final class ParityMatch implements Contestant {
    private final Workload workload;

    public ParityMatch(Workload workload) {
        this.workload = workload;
    }

    @Override
    public String name() {
        return "parity-match 0.7.0";
    }

    @Override
    public double run() {
        Books books = new Books(workload);
        books.apply(0, workload.prefill());
        books.executions.reset();
        long start = System.nanoTime();
        books.apply(workload.prefill(), workload.total());
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!books.executions.equalTo(workload.expected())) {
            throw new IllegalStateException(name() + " executed " + books.executions + ", not " + workload.expected());
        }
        return workload.timed() / seconds;
    }

    private static final class Books {
        final Executions executions;
        private final Workload workload;
        private final OrderBook[] books;
        private final long[] open;

        Books(Workload workload) {
            this.workload = workload;
            executions = new Executions(workload.symbols());
            books = new OrderBook[workload.symbols()];
            open = new long[workload.total() + 1];
            for (int s = 0; s < books.length; s++) {
                books[s] = new OrderBook(listener(s));
            }
        }

        private OrderBookListener listener(int symbol) {
            return new OrderBookListener() {
                @Override
                public void match(long resting, long incoming, Side side, long price, long size, long remaining) {
                    executions.trade(symbol, resting, incoming, price, size);
                    open[(int) resting] = remaining;
                    open[(int) incoming] -= size;
                }

                @Override
                public void add(long orderId, Side side, long price, long size) {}

                @Override
                public void cancel(long orderId, long canceled, long remaining) {}
            };
        }

        void apply(int from, int to) {
            for (int i = from; i < to; i++) {
                OrderBook book = books[workload.symbol(i)];
                long id = workload.orderId(i);
                switch (workload.op(i)) {
                    case GTC -> enter(book, i, id, workload.size(i));
                    case IOC -> {
                        enter(book, i, id, workload.size(i));
                        if (open[(int) id] > 0) {
                            book.cancel(id, 0);
                        }
                    }
                    case CANCEL -> book.cancel(id, 0);
                    case MOVE -> {
                        long size = open[(int) id];
                        book.cancel(id, 0);
                        enter(book, i, id, size);
                    }
                }
            }
        }

        private void enter(OrderBook book, int i, long id, long size) {
            open[(int) id] = size;
            book.enter(id, workload.buy(i) ? Side.BUY : Side.SELL, workload.price(i), size);
        }
    }
}
