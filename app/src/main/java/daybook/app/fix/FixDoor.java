package daybook.app.fix;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.security.TokenStore;
import daybook.exchange.OrderEntry;
import daybook.exchange.VenueQueries;
import daybook.fix.AcceptorPorts;
import daybook.fix.FixAcceptorSettings;
import daybook.fix.FixLimits;
import daybook.fix.acceptor.FixAcceptor;
import daybook.journal.Disk;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * FIX order entry of this venue. Pumped by one thread of its owner; closed by that thread, or after it has ended, and before the exchange.
 */
public final class FixDoor implements AutoCloseable {
    private final JournalFeed feed;
    private final FixAcceptor acceptor;

    /** The exchange behind it. */
    public record Inside(
            OrderEntry entry,
            VenueQueries queries,
            Disk disk,
            Path journal,
            LongSupplier durableSeq,
            TokenStore tokens) {}

    /**
     * Listens.
     *
     * @param directory where session state lies
     * @param bell rung when the pumping thread has something to do
     * @throws Failure if it cannot listen, or the session state is of another venue
     */
    public FixDoor(FixSettings settings, Path directory, Inside inside, Runnable bell) {
        this.feed = new JournalFeed(inside.disk(), inside.journal(), inside.durableSeq());
        try {
            this.acceptor = FixAcceptor.open(
                    new FixAcceptorSettings(
                            FixSettings.COMP_ID,
                            settings.accounts(),
                            settings.address(),
                            directory,
                            settings.forced(),
                            FixLimits.DEFAULT),
                    new AcceptorPorts(
                            inside.entry(),
                            inside.queries(),
                            feed,
                            new TokenLogons(inside.tokens(), settings.accounts()),
                            InstantSource.system(),
                            bell));
        } catch (IllegalStateException | IllegalArgumentException refused) {
            feed.close();
            throw new Failure(ExitCode.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** One round; 0 = nothing to do now. */
    public int pump() {
        return acceptor.pump();
    }

    public int port() {
        return acceptor.address().getPort();
    }

    /** What keeps it from working; empty if nothing does. */
    public String trouble() {
        return acceptor.status().trouble();
    }

    @Override
    public void close() {
        try {
            acceptor.close();
        } finally {
            feed.close();
        }
    }
}
