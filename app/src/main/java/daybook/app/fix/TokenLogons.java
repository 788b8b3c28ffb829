package daybook.app.fix;

import daybook.app.security.Role;
import daybook.app.security.TokenStore;
import daybook.fix.Logons;
import java.util.Map;

/** The password is a trader's token of the account that the session trades for. Safe for many threads. */
final class TokenLogons implements Logons {
    private final TokenStore tokens;
    private final Map<String, String> accounts;

    /** @param accounts by the counterparty's name */
    TokenLogons(TokenStore tokens, Map<String, String> accounts) {
        this.tokens = tokens;
        this.accounts = Map.copyOf(accounts);
    }

    /** The token is looked for first, whoever asks: an unknown name takes the same time as a wrong password. */
    @Override
    public boolean accepts(Attempt attempt) {
        return tokens.identify(attempt.password())
                .filter(who -> who.role() == Role.TRADER && who.account().equals(accounts.get(attempt.compId())))
                .isPresent();
    }
}
