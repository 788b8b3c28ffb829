package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import java.util.function.Function;

/**
 * Changes go through the venue. If none runs on the data directory, one is started in this process for as long as the change takes:
 * on a port of its own, without traders and timetable. So there is one way to change anything, and it is the one that is tested.
 */
final class VenueAccess {
    private VenueAccess() {}

    /**
     * Asks the venue.
     *
     * @throws Failure with exit code 5 if the directory is locked by a process that does not answer
     */
    static <T> T ask(Place place, Function<VenueLink, T> question) {
        place.data().existing();
        var running = place.running();
        if (running.isPresent()) {
            return question.apply(running.get());
        }
        VenueProcess venue =
                VenueProcess.open(VenueSettings.of(place.configuration()).quiet(), RecoveryProgress.NONE);
        try {
            return question.apply(place.running()
                    .orElseThrow(
                            () -> new Failure(ExitCode.UNREACHABLE, place.data().root() + ": no answer")));
        } finally {
            venue.close();
        }
    }
}
