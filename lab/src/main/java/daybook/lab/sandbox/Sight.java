package daybook.lab.sandbox;

import daybook.lab.sandbox.Positions.Sum;
import daybook.lab.sandbox.SandboxState.ConsumerView;
import daybook.lab.sandbox.SandboxState.PartitionView;
import daybook.lab.sandbox.SandboxState.RecordView;
import daybook.lab.sandbox.SandboxState.SymbolView;
import daybook.lab.sandbox.SandboxState.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Puts together what is to be seen. */
record Sight(SandboxLog log, Consumers consumers, Positions positions) {

    SandboxState state(
            SandboxState.Settings settings, SandboxState.SecondGroup second, List<Line> lines, long nextEvent) {
        long[] committed = IntStream.range(0, log.partitions())
                .mapToLong(partition -> log.committed(Consumers.GROUP, partition))
                .toArray();
        return new SandboxState(
                settings,
                IntStream.range(0, log.partitions())
                        .mapToObj(partition -> partition(partition, committed[partition]))
                        .toList(),
                members(),
                Arrays.stream(Symbol.values())
                        .map(symbol -> symbol(symbol, committed))
                        .toList(),
                second,
                totals(committed),
                lines,
                nextEvent,
                consumers.generation());
    }

    private PartitionView partition(int partition, long committed) {
        long end = log.end(partition);
        List<RecordView> shown = log.stored().stream()
                .filter(stored -> stored.partition() == partition && stored.offset() >= end - SandboxState.SHOWN)
                .map(stored -> new RecordView(
                        stored.offset(),
                        stored.trade().eventId(),
                        stored.trade().symbol(),
                        stored.trade().quantity(),
                        positions.count(stored.trade())))
                .sorted(Comparator.comparingLong(RecordView::offset))
                .toList();
        return new PartitionView(partition, consumers.owner(partition), committed, end, shown);
    }

    private List<ConsumerView> members() {
        List<ConsumerView> all = new ArrayList<>();
        consumers.alive().forEach(number -> all.add(new ConsumerView(number, true, consumers.partitions(number))));
        consumers.dead().forEach(number -> all.add(new ConsumerView(number, false, List.of())));
        all.sort(Comparator.comparingInt(ConsumerView::consumer));
        return all;
    }

    private SymbolView symbol(Symbol symbol, long[] committed) {
        Sum sum = positions.of(symbol);
        Sum right = Sum.NOTHING;
        for (Stored stored : log.stored()) {
            if (stored.trade().symbol() == symbol && wasRead(stored, committed)) {
                right = right.plus(stored.trade());
            }
        }
        return new SymbolView(
                symbol,
                symbol.partition(log.partitions()),
                symbol.partition(SandboxLog.PARTITIONS),
                symbol.partition(SandboxLog.GROWN),
                sum.quantity(),
                right.quantity(),
                sum.profit(),
                right.profit());
    }

    private Totals totals(long[] committed) {
        long waiting = 0;
        long lost = 0;
        long twice = 0;
        for (Stored stored : log.stored()) {
            int counts = positions.count(stored.trade());
            boolean passed = isPassed(stored, committed);
            waiting += passed ? 0 : 1;
            lost += passed && counts == 0 ? 1 : 0;
            twice += Math.max(0, counts - 1);
        }
        return new Totals(log.stored().size(), waiting, lost, twice);
    }

    private boolean wasRead(Stored stored, long[] committed) {
        return isPassed(stored, committed) || positions.count(stored.trade()) > 0;
    }

    private static boolean isPassed(Stored stored, long[] committed) {
        return stored.offset() < committed[stored.partition()];
    }
}
