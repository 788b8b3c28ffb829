package daybook.app.security;

import java.io.ObjectInputFilter;

/** Java serialization is not used: no class may be read by it, whoever tries. */
public final class SerialFilter {
    private SerialFilter() {}

    /** Call once, first thing in the process. Does nothing if a filter is set already. */
    public static void refuseEverything() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter("!*"));
        }
    }
}
