package daybook.events;

import java.nio.ByteBuffer;

/** A name that is known to be ASCII and can put itself into a payload at once. Its length is in characters and in bytes. */
public interface AsciiName extends CharSequence {
    /** Appends the characters to a buffer, one byte each. */
    void copyTo(ByteBuffer to);
}
