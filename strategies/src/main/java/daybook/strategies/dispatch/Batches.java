package daybook.strategies.dispatch;

import daybook.strategies.ClosedBar;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.subscriptions.Subscriptions.Due;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cuts those who are due into batches of one shard each. Pure: the same bar and the same strategies give the same batches. */
public final class Batches {
    private Batches() {}

    /**
     * By shard, then by id.
     *
     * @param due by id
     * @param shards that ids are spread over; who is in another one is not dispatched
     * @param size most strategies in one batch
     */
    public static List<EvaluateBatch> of(ClosedBar bar, List<Due> due, int shards, int size) {
        Map<Integer, List<Long>> byShard = new TreeMap<>();
        for (Due each : due) {
            if (each.shard() < shards) {
                byShard.computeIfAbsent(each.shard(), any -> new ArrayList<>()).add(each.strategyId());
            }
        }
        List<EvaluateBatch> batches = new ArrayList<>();
        byShard.forEach((shard, ids) -> {
            for (int from = 0, index = 0; from < ids.size(); from += size, index++) {
                batches.add(new EvaluateBatch(bar, shard, index, ids.subList(from, Math.min(from + size, ids.size()))));
            }
        });
        return batches;
    }
}
