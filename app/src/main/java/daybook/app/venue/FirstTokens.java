package daybook.app.venue;

import daybook.app.Json;
import daybook.app.PrivateFile;
import daybook.app.security.Role;
import daybook.app.security.TokenStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tokens of a new venue, so that it can be used at once: random ones, in a file that only its owner can read. */
final class FirstTokens {
    private FirstTokens() {}

    /** Makes them if this is the first start. Returns the operator's, to be shown once; empty if it is not. */
    static Optional<String> make(DataDirectory data, TokenStore tokens) {
        if (!tokens.list().isEmpty()) {
            return Optional.empty();
        }
        List<TokenStore.Issued> issued = new ArrayList<>();
        issued.add(tokens.issue(Role.OPERATOR, "", Optional.empty()));
        issued.add(tokens.issue(Role.VIEWER, "", Optional.empty()));
        Seed.accounts().forEach(account -> issued.add(tokens.issue(Role.TRADER, account, Optional.empty())));
        // The file first: killed in between, the next start finds no tokens and makes both anew.
        PrivateFile.replace(
                data.firstTokens(),
                Json.write(issued.stream().map(FirstTokens::row).toList()) + "\n");
        tokens.add(issued);
        return Optional.of(issued.get(0).secret());
    }

    private static Map<String, Object> row(TokenStore.Issued issued) {
        return Json.fields(
                "account", issued.entry().account(),
                "role", issued.entry().role(),
                "token", issued.secret());
    }
}
