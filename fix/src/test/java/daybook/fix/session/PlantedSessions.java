package daybook.fix.session;

import daybook.fix.FixAcceptorSettings;
import java.util.Map;
import quickfix.Application;

/** Sessions by worse rules. */
public final class PlantedSessions {
    private PlantedSessions() {}

    /** Numbers start again at each logon: what was stored for the counterparty while it was away is thrown away. */
    public static Listener resetAtLogon(FixAcceptorSettings settings, Listener.Ports ports, Application application) {
        return Listener.start(settings, ports, application, new Listener.Overrides(Map.of("ResetOnLogon", "Y")));
    }
}
