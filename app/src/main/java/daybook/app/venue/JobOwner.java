package daybook.app.venue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** How a worker is called among all that ever were: machine and process for people, and a part that is new with each start. */
final class JobOwner {
    private static final int MOST_HOST = 100;

    private JobOwner() {}

    static String ofThisStart() {
        String random = UUID.randomUUID().toString().substring(0, 8);
        return host() + ":" + ProcessHandle.current().pid() + ":" + random;
    }

    private static String host() {
        try {
            String name = InetAddress.getLocalHost().getHostName();
            return name.length() > MOST_HOST ? name.substring(0, MOST_HOST) : name;
        } catch (UnknownHostException nameless) {
            return "?";
        }
    }
}
