package daybook.app;

import java.util.Random;

/** Text that is nearly right. */
public final class MutatedText {
    private MutatedText() {}

    /** One to four characters are changed, taken out, doubled, or a piece is put elsewhere. */
    public static String of(String good, Random random) {
        StringBuilder text = new StringBuilder(good);
        for (int i = random.nextInt(4); i >= 0 && text.length() > 2; i--) {
            int at = random.nextInt(text.length() - 1);
            switch (random.nextInt(5)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(128));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, text.charAt(at));
                case 3 -> text.insert(at, text.substring(random.nextInt(at + 1), at + 1));
                default -> text.insert(at, (char) random.nextInt(0x3000));
            }
        }
        return text.toString();
    }
}
