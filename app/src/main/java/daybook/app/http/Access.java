package daybook.app.http;

import daybook.app.security.Role;

/** Who may use a route. */
enum Access {
    /** Everybody, without a word about themselves. */
    ANYONE,
    /** Everybody on this machine; from elsewhere a viewer. */
    LOCAL_OR_VIEWER,
    TRADER,
    OPERATOR;

    boolean admits(Role role, boolean local) {
        return switch (this) {
            case ANYONE -> true;
            case LOCAL_OR_VIEWER -> local || role.covers(Role.VIEWER);
            case TRADER -> role.covers(Role.TRADER);
            case OPERATOR -> role.covers(Role.OPERATOR);
        };
    }
}
