package daybook.app.http;

import daybook.app.security.Identity;
import java.util.Map;
import java.util.Optional;

/**
 * A request that has passed the gate.
 *
 * @param path values of the route's {placeholders}
 * @param query each name once
 * @param body at most 64 KiB; empty for GET
 * @param client what it came from
 */
record Call(Identity identity, Map<String, String> path, Map<String, String> query, byte[] body, Client client) {

    /**
     * What a request came from.
     *
     * @param address of the connection
     * @param tls whether by TLS, to us or to a proxy
     * @param cookie the session cookie's value, or ""
     */
    record Client(String address, boolean tls, String cookie) {}

    String path(String name) {
        return path.getOrDefault(name, "");
    }

    Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** A whole number in the query, or what to take if it is not there. */
    int number(String name, int initial, int max) {
        String text = query.get(name);
        if (text == null) {
            return initial;
        }
        if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > max) {
            throw HttpError.malformed(name + ": not accepted (expected: 1.." + max + ")");
        }
        return Integer.parseInt(text);
    }

    /** The order that the path names: a whole number above 0, else 404: an id that cannot exist does not exist. */
    long orderId() {
        String name = "orderId";
        String text = path(name);
        if (!text.matches("[1-9][0-9]{0,17}")) {
            throw HttpError.notFound("UNKNOWN_ORDER", name + ": no such thing");
        }
        return Long.parseLong(text);
    }

    /** The account this call is about: the token's own; an operator may name another with {@code ?account=}. */
    String account() {
        Optional<String> named = query("account");
        if (identity.role().covers(daybook.app.security.Role.OPERATOR) && named.isPresent()) {
            return named.get();
        }
        if (identity.account().isEmpty()) {
            throw new HttpError(403, "NO_ACCOUNT", "account: the token has none (expected: a trader's token)");
        }
        if (named.isPresent() && !named.get().equals(identity.account())) {
            throw HttpError.notFound("UNKNOWN_ACCOUNT", "account: no such thing");
        }
        return identity.account();
    }
}
