package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** A runbook is read at night: every command in it must exist, with these options. */
class RunbookTest {
    private static final Pattern COMMAND = Pattern.compile("`(daybook [a-z][^`]*)`");
    private static final Path ROOT = Path.of(System.getProperty("daybook.root", ".."));

    static List<String> commands() throws IOException {
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs/runbook"))) {
            return pages.sorted()
                    .flatMap(page -> COMMAND.matcher(read(page)).results().map(found -> found.group(1)))
                    .flatMap(line -> Stream.of(line.split(" && ")))
                    .distinct()
                    .toList();
        }
    }

    @Test
    void itNamesMoreThanThirtyCommands() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(30);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void eachCommandCanBeTypedAsItStands(String line) {
        String[] args = line.replaceFirst("daybook ", "")
                .replace("DIR", "x")
                .replaceFirst(" < .*", "")
                .split(" ");

        CommandLine.ParseResult parsed = CommandLineRunner.build(
                        new Console(System.out, System.err, System.in, Map.of(), false), args)
                .parseArgs(args);

        assertThat(parsed.hasSubcommand()).isTrue();
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
