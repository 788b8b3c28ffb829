package daybook.app.config;

import java.util.Collection;

/** Finds the name that a user probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The known name that is fewest edits away, or "" if none is near (more than a third of the letters differ). */
    public static String of(String name, Collection<String> known) {
        String best = "";
        int fewest = Math.max(2, name.length() / 3) + 1;
        for (String candidate : known) {
            int edits = distance(name, candidate);
            if (edits < fewest) {
                fewest = edits;
                best = candidate;
            }
        }
        return best;
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
