package daybook.app.cli;

import daybook.app.security.SerialFilter;

/** The program. */
public final class Daybook {
    private Daybook() {}

    public static void main(String[] args) {
        SerialFilter.refuseEverything();
        int exit = CommandLineRunner.run(Console.ofProcess(), args);
        System.out.flush();
        System.exit(exit);
    }
}
