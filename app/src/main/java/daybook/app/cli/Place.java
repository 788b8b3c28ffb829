package daybook.app.cli;

import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.app.config.ConfigurationLoader.Flag;
import daybook.app.config.Setting;
import daybook.app.dlq.DeadLetterBox;
import daybook.app.heartbeat.Heartbeat;
import daybook.app.heartbeat.Heartbeats;
import daybook.app.kafka.KafkaConnection;
import daybook.app.venue.DataDirectory;
import daybook.app.venue.DatabaseSettings;
import daybook.app.venue.PostTrade;
import daybook.app.venue.VenueRole;
import daybook.app.venue.VenueSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The data directory that a command means, and what it needs to work there. */
record Place(Configuration configuration, DataDirectory data) {

    static Place of(Console console, StoreOptions store) {
        return of(console, store, Map.of());
    }

    /** With more flags than those of the store. */
    static Place of(Console console, StoreOptions store, Map<Setting, Flag> more) {
        Configuration configuration = store.load(console, more);
        return new Place(
                configuration, DataDirectory.of(configuration.path(Catalog.DATA), configuration.text(Catalog.DB)));
    }

    /** The tables of the services; close it. */
    PostTrade postTrade() {
        return new PostTrade(data, DatabaseSettings.of(configuration));
    }

    /** How its dead letters are handled. */
    DeadLetterBox.Settings letters() {
        return VenueSettings.letters(configuration);
    }

    boolean isOnKafka() {
        return KafkaConnection.isChosen(configuration);
    }

    /** The venue that runs there, if one does. */
    Optional<VenueLink> running() {
        return running(VenueRole.EXCHANGE);
    }

    /** The process of a role that runs there, if one does. */
    Optional<VenueLink> running(VenueRole role) {
        return VenueLink.to(data.run(role), configuration.duration(Catalog.TIMEOUT_ALL));
    }

    /**
     * What was last heard of each role, wherever it runs. Empty where there is one process, which can be asked.
     *
     * @throws RuntimeException if the database or the directory cannot be read
     */
    List<Heartbeat> heartbeats() {
        if (!isOnKafka()) {
            return List.of();
        }
        try (Heartbeats heartbeats = DatabaseSettings.of(configuration).heartbeats(data)) {
            return heartbeats.all();
        }
    }
}
