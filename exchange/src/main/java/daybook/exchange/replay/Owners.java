package daybook.exchange.replay;

import daybook.events.Account;
import daybook.events.SelfTradeMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An account for each owner that the file names: the engine keeps orders of one account from trading, so an owner is an account with
 * the chosen mode, and nobody is one whose orders may trade with each other.
 */
final class Owners {
    private static final String NOBODY = "nobody";

    private final SelfTradeMode mode;
    private final Map<String, String> accounts = new HashMap<>();

    Owners(SelfTradeMode mode) {
        this.mode = mode;
    }

    /** What counts as the owner: nobody, where owners make no difference. */
    String counted(String owner) {
        return mode == SelfTradeMode.NONE ? "" : owner;
    }

    /** The settings of the owner's account if the engine has not been told yet; it must be told now. */
    Optional<Account> unopened(String owner) {
        if (accounts.containsKey(owner)) {
            return Optional.empty();
        }
        String account = owner.isEmpty() ? NOBODY : "owner-" + accounts.size();
        accounts.put(owner, account);
        return Optional.of(new Account(account, true, owner.isEmpty() ? SelfTradeMode.NONE : mode, 0, 0, 0));
    }

    String account(String owner) {
        String account = accounts.get(owner);
        if (account == null) {
            throw new IllegalStateException("owner: " + owner + " (expected: one with an account)");
        }
        return account;
    }
}
