package daybook.events;

import java.util.Arrays;
import java.util.Random;

/** Bytes that are nearly right: seeded changes of good ones. */
public final class Mutation {
    private Mutation() {}

    /** One to four changes: a bit flipped, a byte set, a piece cut out, doubled, or copied to another place. */
    public static byte[] of(byte[] good, Random random) {
        byte[] bytes = good.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes = bytes.length == 0 ? new byte[] {(byte) random.nextInt(256)} : changed(bytes, random);
        }
        return bytes;
    }

    private static byte[] changed(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
        switch (random.nextInt(6)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2 -> bytes[at] = (byte) " 0-9.eE\"\\{}[]:,".charAt(random.nextInt(15));
            case 3 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 4 -> {
                byte[] shorter = Arrays.copyOf(bytes, bytes.length - length);
                System.arraycopy(bytes, at + length, shorter, at, bytes.length - at - length);
                return shorter;
            }
            default -> {
                int to = random.nextInt(bytes.length + 1);
                byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
                System.arraycopy(bytes, to, longer, to + length, bytes.length - to);
                System.arraycopy(bytes, at, longer, to, length);
                return longer;
            }
        }
        return bytes;
    }
}
