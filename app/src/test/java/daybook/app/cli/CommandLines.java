package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import java.util.stream.Stream;

/** Command lines, for tests of other packages. */
public final class CommandLines {
    private CommandLines() {}

    /** Runs one that must succeed; what it prints. */
    public static String run(String... words) {
        Ran ran = Cli.run(words);
        assertThat(ran.exit())
                .as(String.join(" ", words) + ": " + ran.err() + ran.out())
                .isZero();
        return ran.out();
    }

    /** Fails if a word of it is unknown. */
    public static void parse(String... words) {
        Ran ran = Cli.run(Stream.concat(Stream.of(words), Stream.of("--help")).toArray(String[]::new));
        assertThat(ran.exit()).as(String.join(" ", words) + ": " + ran.err()).isZero();
    }
}
