package daybook.exchange.replay;

import java.io.IOException;
import java.io.InputStream;

/** A command file that can be read more than once. */
public interface ReplaySource {
    /** What messages call it: the name that the user gave. */
    String name();

    /** Its bytes from the beginning, packed or not; the caller closes the stream. */
    InputStream open() throws IOException;
}
