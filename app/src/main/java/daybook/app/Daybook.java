package daybook.app;

/** The program. */
public final class Daybook {
    private Daybook() {}

    public static void main(String[] args) {
        System.out.println("daybook 0.1.0");
    }
}
