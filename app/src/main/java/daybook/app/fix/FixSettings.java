package daybook.app.fix;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where FIX is served, and to whom.
 *
 * @param accounts counterparty's name to account; one session each
 * @param forced whether session state is forced to the disk with each message
 */
public record FixSettings(InetSocketAddress address, Map<String, String> accounts, boolean forced) {
    /** What counterparties send in TargetCompID. */
    public static final String COMP_ID = "DAYBOOK";

    public FixSettings {
        accounts = Map.copyOf(accounts);
    }

    /**
     * Reads {@code NAME=ACCOUNT}.
     *
     * @throws Failure if one is not like that, or a name comes twice
     */
    public static Map<String, String> accounts(List<String> pairs) {
        Map<String, String> accounts = new TreeMap<>();
        for (String pair : pairs) {
            String[] parts = pair.split("=", -1);
            if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
                throw new Failure(ExitCode.USAGE, "daybook.fix.accounts: " + pair + " (expected: COMPID=ACCOUNT)");
            }
            if (accounts.put(parts[0].strip(), parts[1].strip()) != null) {
                throw new Failure(ExitCode.USAGE, "daybook.fix.accounts: " + parts[0] + " twice (expected: once)");
            }
        }
        return accounts;
    }
}
