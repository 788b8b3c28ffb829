package daybook.lab.study;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A fill of the experiments.
 *
 * @param id 0, 1, 2 ... within its day
 * @param quantity shares, signed: positive = bought
 */
record LabFill(int day, int id, int account, int stock, long quantity) {

    /** A day's fills: each of a random account and stock, plus or minus one to ten lots. */
    static List<LabFill> ofDay(CrashPlan plan, int day) {
        SplittableRandom random = new SplittableRandom(plan.seed() * 31 + day);
        List<LabFill> fills = new ArrayList<>(plan.fills());
        for (int id = 0; id < plan.fills(); id++) {
            long lots = 1L + random.nextInt(CrashPlan.LARGEST_LOTS);
            long quantity = (random.nextBoolean() ? lots : -lots) * CrashPlan.LOT;
            fills.add(
                    new LabFill(day, id, random.nextInt(plan.accounts()), random.nextInt(CrashPlan.STOCKS), quantity));
        }
        return fills;
    }

    byte[] key() {
        return ("account-" + account).getBytes(StandardCharsets.US_ASCII);
    }

    byte[] body() {
        return (day + "," + id + "," + account + "," + stock + "," + quantity).getBytes(StandardCharsets.US_ASCII);
    }

    static LabFill of(byte[] body) {
        String[] fields = new String(body, StandardCharsets.US_ASCII).split(",", -1);
        return new LabFill(
                Integer.parseInt(fields[0]),
                Integer.parseInt(fields[1]),
                Integer.parseInt(fields[2]),
                Integer.parseInt(fields[3]),
                Long.parseLong(fields[4]));
    }

    /** Which of the positions it belongs to. */
    int slot() {
        return account * CrashPlan.STOCKS + stock;
    }

    /** Of the event, on whichever record it comes. */
    String eventId() {
        return day + "/" + id;
    }
}
