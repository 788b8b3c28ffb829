package daybook.app.lab;

import daybook.app.Json;
import daybook.lab.study.Band;
import daybook.lab.study.CrashPlan;
import daybook.lab.study.ModeResult;
import daybook.lab.study.OutboxPlan;
import daybook.lab.study.OutboxResult;
import daybook.lab.study.WatermarkPlan;
import daybook.lab.study.WatermarkResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the experiments found, as it is printed. */
public final class LabTables {
    private LabTables() {}

    public static Map<String, Object> crashes(CrashPlan plan, List<ModeResult> results) {
        return Json.fields(
                "seed", plan.seed(),
                "days", plan.days(),
                "fills", plan.fills(),
                "accounts", plan.accounts(),
                "crashesPerDay", plan.crashes(),
                "batch", plan.batch(),
                "modes", results.stream().map(LabTables::mode).toList(),
                "pass", results.stream().allMatch(ModeResult::inBand));
    }

    private static Map<String, Object> mode(ModeResult result) {
        return Json.fields(
                "mode", name(result.mode()),
                "crashes", result.crashes(),
                "lost", result.lost(),
                "duplicated", result.duplicated(),
                "lostPerCrash", rounded(result.lostPerCrash()),
                "duplicatedPerCrash", rounded(result.duplicatedPerCrash()),
                "positionError", result.positionError(),
                "worstErrorMedian", result.worstErrorMedian(),
                "crashesBand", band(result.expected().crashes()),
                "lostPerCrashBand", band(result.expected().lostPerCrash()),
                "duplicatedPerCrashBand", band(result.expected().duplicatedPerCrash()),
                "inBand", result.inBand());
    }

    /** The same with what each day cost, for machines. */
    public static Map<String, Object> crashesByDay(CrashPlan plan, List<ModeResult> results) {
        Map<String, Object> found = crashes(plan, results);
        found.put("byDay", results.stream().map(LabTables::byDay).toList());
        return found;
    }

    private static Map<String, Object> byDay(ModeResult result) {
        return Json.fields(
                "mode", name(result.mode()),
                "crashes", result.days().stream().map(ModeResult.Day::crashes).toList(),
                "lost", result.days().stream().map(ModeResult.Day::lost).toList(),
                "duplicated",
                        result.days().stream().map(ModeResult.Day::duplicated).toList(),
                "worstError",
                        result.days().stream().map(ModeResult.Day::worstError).toList());
    }

    public static Map<String, Object> outbox(OutboxPlan plan, List<OutboxResult> results) {
        return Json.fields(
                "seed", plan.seed(),
                "trades", plan.trades(),
                "crashRate", BigDecimal.valueOf(plan.crashRate()),
                "designs", results.stream().map(LabTables::design).toList(),
                "pass", results.stream().allMatch(OutboxResult::inBand));
    }

    private static Map<String, Object> design(OutboxResult result) {
        return Json.fields(
                "design", name(result.design()),
                "crashes", result.crashes(),
                "lost", result.lost(),
                "phantom", result.phantom(),
                "duplicatedOnTopic", result.duplicatedOnTopic(),
                "duplicatedEffects", result.duplicatedEffects(),
                "lostBand", band(result.expected().lost()),
                "phantomBand", band(result.expected().phantom()),
                "duplicatedOnTopicBand", band(result.expected().duplicatedOnTopic()),
                "duplicatedEffectsBand", band(result.expected().duplicatedEffects()),
                "inBand", result.inBand());
    }

    public static Map<String, Object> watermark(WatermarkPlan plan, List<WatermarkResult> results) {
        return Json.fields(
                "seed", plan.seed(),
                "trades", plan.trades(),
                "failureRate", BigDecimal.valueOf(plan.failureRate()),
                "guards", results.stream().map(LabTables::guard).toList(),
                "pass", results.stream().allMatch(WatermarkResult::inBand));
    }

    private static Map<String, Object> guard(WatermarkResult result) {
        return Json.fields(
                "guard", name(result.guard()),
                "lost", result.lost(),
                "duplicated", result.duplicated(),
                "expectedLost", result.expectedLost(),
                "expectedDuplicated", result.expectedDuplicated(),
                "inBand", result.inBand());
    }

    /** As users write it. */
    public static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<Object> band(Band band) {
        return List.of(rounded(band.low()), rounded(band.high()));
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP);
    }
}
