package daybook.app.cli;

import picocli.CommandLine.Mixin;

/** What every command that looks at a venue takes: {@code -h}, which venue, and how to print. */
final class Common {
    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    StoreOptions store() {
        return store;
    }

    OutputOptions output() {
        return output;
    }

    /** The data directory that is meant, which must hold a venue. */
    Place existing(Console console) {
        Place place = Place.of(console, store);
        place.data().existing();
        return place;
    }

    /** Whose log is meant: a cluster's, or that of a data directory, which must hold a venue. */
    Place log(Console console) {
        Place place = Place.of(console, store);
        if (!place.isOnKafka()) {
            place.data().existing();
        }
        return place;
    }
}
