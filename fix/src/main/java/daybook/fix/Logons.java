package daybook.fix;

/**
 * Whether a counterparty is who it says. Safe for many threads; called on a thread of the network, so it must be quick. Must take the
 * same time and give the same answer for an unknown name as for a wrong password.
 */
@FunctionalInterface
public interface Logons {

    /**
     * What somebody said to open a session.
     *
     * @param compId the counterparty's name, SenderCompID (49)
     * @param username Username (553); empty if there was none
     * @param password Password (554); empty if there was none
     */
    record Attempt(String compId, String username, String password) {
        /** Without the password: this gets into logs. */
        @Override
        public String toString() {
            return "Attempt[compId=" + compId + ", username=" + username + "]";
        }
    }

    boolean accepts(Attempt attempt);
}
