package daybook.app.gateway;

import daybook.app.http.RunningVenue;
import java.nio.file.Path;
import java.util.Optional;

/** A whole venue on a port of its own, open, with nobody trading; and the tokens of its accounts. */
final class ServingVenue implements Exchange, AutoCloseable {
    private final RunningVenue venue;

    ServingVenue(Path directory) {
        venue = new RunningVenue(directory);
        venue.open();
    }

    @Override
    public Optional<String> address() {
        return Optional.of(venue.address());
    }

    @Override
    public Optional<String> token(String account) {
        return Optional.of(venue.token(account)).filter(token -> !token.isEmpty());
    }

    @Override
    public void close() {
        venue.close();
    }
}
