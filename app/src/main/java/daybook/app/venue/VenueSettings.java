package daybook.app.venue;

import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.http.HttpSettings;
import daybook.app.traders.TraderSettings;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Everything that makes up a venue's process, read once.
 *
 * @param topicPrefix before every topic name
 */
public record VenueSettings(
        DataDirectory data,
        HttpSettings http,
        TraderSettings traders,
        Time time,
        Duration snapshotEvery,
        Duration deadline,
        String topicPrefix) {

    /**
     * Venue time.
     *
     * @param simulated else the machine's
     * @param speed simulated seconds per second
     * @param timetable whether sessions change by themselves
     */
    public record Time(boolean simulated, int speed, boolean timetable) {}

    public static VenueSettings of(Configuration from) {
        Duration deadline = from.duration(Catalog.TIMEOUT_ALL);
        return new VenueSettings(
                DataDirectory.of(from.path(Catalog.DATA), from.text(Catalog.DB)),
                new HttpSettings(from.text(Catalog.BIND), from.integer(Catalog.PORT), hosts(from), deadline),
                new TraderSettings(
                        from.integer(Catalog.TRADERS),
                        from.integer(Catalog.ACCOUNTS),
                        from.integer(Catalog.RATE),
                        from.number(Catalog.SEED)),
                new Time(from.text(Catalog.CLOCK).equals("sim"), from.integer(Catalog.SPEED), true),
                from.duration(Catalog.SNAPSHOTS),
                deadline,
                from.text(Catalog.TOPIC_PREFIX));
    }

    private static Set<String> hosts(Configuration from) {
        Set<String> hosts = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1", "[::1]"));
        hosts.add(from.text(Catalog.BIND));
        from.list(Catalog.HOSTS).forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return Set.copyOf(hosts);
    }
}
