package daybook.app.http;

import daybook.app.Json;
import daybook.app.lab.LabTables;
import daybook.lab.sandbox.Line;
import daybook.lab.sandbox.SandboxState;
import daybook.lab.sandbox.SandboxState.ConsumerView;
import daybook.lab.sandbox.SandboxState.PartitionView;
import daybook.lab.sandbox.SandboxState.RecordView;
import daybook.lab.sandbox.SandboxState.SymbolView;
import java.math.BigDecimal;
import java.util.Map;

/** A sandbox as the lab page reads it. Money in rupees, as decimal strings. */
final class SandboxJson {
    private static final int PAISE = 2;

    private SandboxJson() {}

    static Map<String, Object> of(String id, SandboxState state) {
        return Json.fields(
                "id", id,
                "seed", state.settings().seed(),
                "members", state.settings().members(),
                "mode", LabTables.name(state.settings().mode()),
                "guard", LabTables.name(state.settings().guard()),
                "generation", state.generation(),
                "nextEvent", state.nextEvent(),
                "partitions",
                        state.partitions().stream().map(SandboxJson::partition).toList(),
                "consumers",
                        state.consumers().stream().map(SandboxJson::consumer).toList(),
                "symbols", state.symbols().stream().map(SandboxJson::symbol).toList(),
                "secondGroup",
                        Json.fields(
                                "runs",
                                state.second().runs(),
                                "records",
                                state.second().records()),
                "totals",
                        Json.fields(
                                "sent", state.totals().sent(),
                                "waiting", state.totals().waiting(),
                                "lost", state.totals().lost(),
                                "twice", state.totals().twice()),
                "log", state.log().stream().map(SandboxJson::line).toList());
    }

    private static Map<String, Object> partition(PartitionView partition) {
        return Json.fields(
                "partition", partition.partition(),
                "owner", orNull(partition.owner(), partition.owner() > 0),
                "committed", partition.committed(),
                "end", partition.end(),
                "records", partition.records().stream().map(SandboxJson::entry).toList());
    }

    private static Map<String, Object> entry(RecordView entry) {
        return Json.fields(
                "offset", entry.offset(),
                "symbol", entry.symbol().name(),
                "eventId", entry.eventId(),
                "quantity", entry.quantity(),
                "counts", entry.counts());
    }

    private static Map<String, Object> consumer(ConsumerView consumer) {
        return Json.fields(
                "consumer", consumer.consumer(), "alive", consumer.alive(), "partitions", consumer.partitions());
    }

    private static Map<String, Object> symbol(SymbolView symbol) {
        return Json.fields(
                "symbol", symbol.symbol().name(),
                "partition", symbol.partition(),
                "of3", symbol.of3(),
                "of4", symbol.of4(),
                "quantity", symbol.quantity(),
                "rightQuantity", symbol.right(),
                "pnl", rupees(symbol.profit()),
                "rightPnl", rupees(symbol.rightProfit()));
    }

    private static Map<String, Object> line(Line line) {
        return Json.fields(
                "n", line.n(),
                "kind", LabTables.name(line.kind()),
                "consumer", orNull(line.consumer(), line.consumer() > 0),
                "eventId", orNull(line.eventId(), line.eventId() > 0),
                "partition", orNull(line.partition(), line.partition() >= 0),
                "offset", orNull(line.offset(), line.offset() >= 0),
                "text", line.text());
    }

    private static Object orNull(Object value, boolean present) {
        return present ? value : Json.Null.NULL;
    }

    private static String rupees(long paise) {
        return BigDecimal.valueOf(paise, PAISE).toPlainString();
    }
}
