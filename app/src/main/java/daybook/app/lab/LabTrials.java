package daybook.app.lab;

import static daybook.app.lab.LabTables.band;
import static daybook.app.lab.LabTables.name;

import daybook.app.Json;
import daybook.lab.study.BackpressurePlan;
import daybook.lab.study.BackpressureResult;
import daybook.lab.study.DeadlineResult;
import daybook.lab.study.PhantomPlan;
import daybook.lab.study.PhantomResult;
import daybook.lab.study.PoisonResult;
import daybook.lab.study.RebalanceResult;
import java.util.List;
import java.util.Map;

/** What the experiments found in which something breaks once, as it is printed. */
public final class LabTrials {
    private LabTrials() {}

    public static Map<String, Object> phantom(PhantomPlan plan, List<PhantomResult> results) {
        return Json.fields(
                "seed", plan.seed(),
                "events", plan.durableEvents(),
                "trades", plan.lostTrades(),
                "lines", results.stream().map(LabTrials::line).toList(),
                "pass", results.stream().allMatch(PhantomResult::inBand));
    }

    private static Map<String, Object> line(PhantomResult result) {
        return Json.fields(
                "publishes", name(result.publishes()),
                "publishedAtTheCut", result.publishedAtTheCut(),
                "refusedAtRestart", result.refusedAtRestart(),
                "phantomTrades", result.phantomTrades(),
                "missingTrades", result.missingTrades(),
                "wrongPositions", result.wrongPositions(),
                "expectedPhantom", result.expected().phantomTrades(),
                "expectedMissing", result.expected().missingTrades(),
                "expectedWrong", result.expected().wrongPositions(),
                "inBand", result.inBand());
    }

    /** @param results of all plans, one after the other */
    public static Map<String, Object> poison(long seed, List<PoisonResult> results) {
        return Json.fields(
                "seed",
                seed,
                "handlings",
                results.stream().map(LabTrials::handling).toList(),
                "pass",
                results.stream().allMatch(PoisonResult::inBand));
    }

    private static Map<String, Object> handling(PoisonResult result) {
        return Json.fields(
                "records", result.plan().records(),
                "bad", List.copyOf(result.plan().bad()),
                "handling", name(result.handling()),
                "attempts", result.attempts(),
                "applied", result.applied(),
                "waiting", result.waiting(),
                "waitingOfOthers", result.waitingOfOthers(),
                "origins", result.origins(),
                "suspectKeys", result.suspectKeys(),
                "unmarkedKeys", result.unmarkedKeys(),
                "afterRepair", result.afterRepair(),
                "appliedBand", band(result.expected().applied()),
                "inBand", result.inBand());
    }

    public static Map<String, Object> backpressure(BackpressurePlan plan, List<BackpressureResult> results) {
        return Json.fields(
                "ordersPerMs", plan.ordersPerMs(),
                "outageMs", plan.outageMs(),
                "ringSlots", plan.ringSlots(),
                "wirings", results.stream().map(LabTrials::wiring).toList(),
                "pass", results.stream().allMatch(BackpressureResult::inBand));
    }

    private static Map<String, Object> wiring(BackpressureResult result) {
        return Json.fields(
                "wiring", name(result.wiring()),
                "orders", result.offered(),
                "busy", result.busy(),
                "longestWaitMs", result.longestWaitMs(),
                "mostLag", result.mostLag(),
                "unpublished", result.unpublished(),
                "busyBand", band(result.expected().busy()),
                "longestWaitMsBand", band(result.expected().longestWaitMs()),
                "inBand", result.inBand());
    }

    public static Map<String, Object> rebalance(RebalanceResult result) {
        return Json.fields(
                "seed", result.plan().seed(),
                "fills", result.plan().fills(),
                "partitions", result.plan().partitions(),
                "phases",
                        result.phases().stream()
                                .map(phase -> Json.fields(
                                        "phase", phase.name(),
                                        "members", phase.members(),
                                        "sizes", phase.sizes(),
                                        "expectedSizes",
                                                phase.expectedSizes(
                                                        result.plan().partitions()),
                                        "generation", phase.generation(),
                                        "moved", phase.moved()))
                                .toList(),
                "frozen",
                        List.of(Json.fields(
                                "held", result.heldByTheFrozen(),
                                "refusedByTheDatabase", result.refusedByTheDatabase(),
                                "refusedByTheLog", result.refusedByTheLog(),
                                "resumedElsewhere", result.elsewhere(),
                                "lost", result.lost(),
                                "duplicated", result.duplicated())),
                "pass", result.inBand());
    }

    public static Map<String, Object> deadline(DeadlineResult result) {
        return Json.fields(
                "calls",
                result.calls().stream()
                        .map(call -> Json.fields(
                                "target", call.target(),
                                "call", call.name(),
                                "tookMs", call.tookMs(),
                                "limitMs", call.limitMs(),
                                "failed", call.failed(),
                                "inBand", call.inBand()))
                        .toList(),
                "outages",
                result.outages().stream()
                        .map(outage -> Json.fields(
                                "service", outage.service(),
                                "attempts", outage.attempts(),
                                "attemptsBand", band(outage.expected()),
                                "resumedMs", outage.resumedMs(),
                                "latestMs", outage.latestMs(),
                                "inBand", outage.inBand()))
                        .toList(),
                "pass",
                result.inBand());
    }
}
