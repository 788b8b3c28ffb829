package daybook.events;

/**
 * The kill switch was engaged or released. Engaging cancels the open orders it covers; each has its own event.
 *
 * @param accountId the account it covers; "" = the whole venue (then absent in JSON)
 */
public record KillSwitchChanged(long seq, long time, String accountId, boolean engaged) implements Event {
    @Override
    public Kind kind() {
        return Kind.KILL_SWITCH_CHANGED;
    }

    @Override
    public String key() {
        return "";
    }
}
