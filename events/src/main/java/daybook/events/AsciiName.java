package daybook.events;

import java.nio.ByteBuffer;

/**
 * A name that is known to be ASCII and can put itself into a payload at once. Its length is in characters and in bytes. A class,
 * because whether something is one is asked for every name, and of a class that is one comparison.
 */
public abstract class AsciiName implements CharSequence {
    /** Appends the characters to a buffer, one byte each. */
    public abstract void copyTo(ByteBuffer to);
}
