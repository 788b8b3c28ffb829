package daybook.fix;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Who may trade over FIX, and where.
 *
 * @param compId our name, as counterparties send it in TargetCompID (56)
 * @param accounts counterparty's CompID to the account that it trades for; one session each
 * @param address where to listen; port 0 = pick one
 * @param directory where session state lies: numbers, sent messages, what has been reported. Made if it is not there; nobody else
 *     may use it at the same time
 * @param forced whether session state is forced to the disk with each message. Without, it survives the death of this process but
 *     not a power cut
 */
public record FixAcceptorSettings(
        String compId,
        Map<String, String> accounts,
        InetSocketAddress address,
        Path directory,
        boolean forced,
        FixLimits limits) {
    private static final Pattern COMP_ID = Pattern.compile("[A-Za-z0-9._-]{1,32}");

    public FixAcceptorSettings {
        accounts = Map.copyOf(accounts);
        check("compId", compId);
        accounts.keySet().forEach(name -> check("accounts", name));
        if (accounts.isEmpty()) {
            throw new IllegalArgumentException("accounts: none (expected: one session or more)");
        }
        if (accounts.containsKey(compId)) {
            throw new IllegalArgumentException("accounts: " + compId + " (expected: not our own name)");
        }
    }

    private static void check(String name, String value) {
        if (!COMP_ID.matcher(value).matches()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + COMP_ID.pattern() + ")");
        }
    }
}
