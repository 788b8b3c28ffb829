package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.bench.Store;
import daybook.bench.workload.FillStream;
import daybook.delivery.Database;
import daybook.delivery.ServicePorts;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.journal.FileDisk;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.posttrade.ledger.Ledger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;

/**
 * The ledger service end to end: read the log, decode, deduplicate, fold at average cost, store fills, positions, marks and the
 * cursor in one transaction per batch.
 */
public final class LedgerService implements Contestant {
    private static final String TOPIC = "fills";
    private static final int PARTITIONS = 4;

    private final FillStream fills;
    private final int batch;
    private final Store store;

    public LedgerService(FillStream fills, int batch, Store store) {
        this.fills = fills;
        this.batch = batch;
        this.store = store;
    }

    @Override
    public String name() {
        return "Daybook ledger";
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("ledger");
        double rate;
        try (Database database = store.open(folder);
                EmbeddedLog log = LogAppend.open(new FileDisk(), folder.resolve("log"))) {
            log.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
            produce(log);
            ServicePorts ports = new ServicePorts(log, database, InstantSource.system(), System::nanoTime, "bench");
            try (Ledger ledger = new Ledger(ports, TOPIC, batch)) {
                long start = System.nanoTime();
                int passed = 0;
                while (passed < fills.size()) {
                    passed += ledger.pump();
                }
                rate = fills.size() / ((System.nanoTime() - start) / 1e9);
            }
            check(database);
        }
        Scratch.delete(folder);
        return rate;
    }

    private void produce(EmbeddedLog log) {
        Producer.Acknowledgement acks = new Producer.Acknowledgement() {
            @Override
            public void stored(TopicPartition place, long offset) {}

            @Override
            public void duplicate(TopicPartition place) {}

            @Override
            public void failed(LogException error) {
                throw error;
            }
        };
        try (Producer producer = log.producer("bench")) {
            for (int i = 0; i < fills.size(); i++) {
                byte[] key = fills.account(i).getBytes(StandardCharsets.US_ASCII);
                LogRecord record = new LogRecord(key, EventJson.toBytes(fill(i)), List.of(), 1);
                producer.send(TOPIC, OptionalInt.empty(), record, i, acks);
                if ((i + 1) % 1_000 == 0) {
                    producer.flush();
                }
            }
            producer.flush();
        }
    }

    private Fill fill(int i) {
        Side side = fills.buy(i) ? Side.BUY : Side.SELL;
        return new Fill(
                "f-" + fills.tradeId(i) + "-" + (fills.buy(i) ? "B" : "S"),
                fills.tradeId(i),
                i + 1L,
                1_000L + i,
                fills.account(i),
                fills.symbol(i),
                side,
                fills.price(i),
                fills.quantity(i),
                i + 1L,
                fills.buy(i) ? Liquidity.TAKER : Liquidity.MAKER,
                0,
                "USD",
                0,
                0,
                0);
    }

    private void check(Database database) throws Exception {
        try (Connection connection = database.openReader();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM fill")) {
            row.next();
            if (row.getLong(1) != fills.size()) {
                throw new IllegalStateException(name() + ": " + row.getLong(1) + " fills, not " + fills.size());
            }
        }
    }
}
