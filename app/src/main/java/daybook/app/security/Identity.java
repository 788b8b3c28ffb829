package daybook.app.security;

/**
 * Who is asking.
 *
 * @param tokenId names the token in logs; says nothing about its secret
 * @param account the account it trades for; "" if none
 */
public record Identity(String tokenId, Role role, String account) {
    public static final Identity NOBODY = new Identity("-", Role.NOBODY, "");
}
