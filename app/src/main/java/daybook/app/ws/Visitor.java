package daybook.app.ws;

import daybook.app.security.Identity;
import daybook.app.security.Role;
import java.util.function.BooleanSupplier;

/**
 * Who is connected, found out before the connection was made.
 *
 * @param local whether it is a program of this machine that asks for itself
 * @param address where it comes from, for the limits
 * @param holds whether its token or session still holds; asked now and then, may wait for another process
 */
public record Visitor(Identity identity, boolean local, String address, BooleanSupplier holds) {

    boolean seesMarket() {
        return local || identity.role().covers(Role.VIEWER);
    }

    boolean isKnown() {
        return identity.role().covers(Role.VIEWER);
    }

    /** Whether it may see what concerns an account: its own, or it runs the venue. The name is compared as it is. */
    boolean sees(String account) {
        return identity.role().covers(Role.OPERATOR)
                || !account.isEmpty() && identity.account().equals(account);
    }

    /** What others see it as. */
    String user() {
        return identity.account().isEmpty() ? identity.role().text() + ":" + identity.tokenId() : identity.account();
    }
}
