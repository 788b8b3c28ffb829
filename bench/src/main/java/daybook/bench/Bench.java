package daybook.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * {@code ./daybook bench [--only PREFIX] [--rounds N] [--commands N] [--report]}.
 *
 * <p>Prints each figure on stderr as it comes and the tables on stdout; {@code --report} writes them to docs/performance.md, with
 * {@code --only} to docs/performance/PREFIX.md.
 */
public final class Bench {
    private static final String USAGE = "usage: daybook bench [--only PREFIX] [--rounds N] [--commands N] [--report]";

    private Bench() {}

    private record Options(String only, int rounds, int commands, boolean report) {}

    public static void main(String[] args) throws Exception {
        Options options = parse(args);
        Report report = new Report(System.getProperty("daybook.commit", "unknown"), String.join(" ", args));
        for (Contests.Planned planned : new Contests(options.commands).all()) {
            if (planned.id().startsWith(options.only)) {
                report.add(planned.contest().call().run(2, options.rounds), Notes.of(planned.id()));
                Scratch.clear();
            }
        }
        for (Study study : Studies.ALL) {
            if (study.id().startsWith(options.only)) {
                study.run(new Study.Scale(options.commands, options.rounds), report);
                Scratch.clear();
            }
        }
        System.out.print(report.text());
        if (options.report) {
            report.write(page(options.only));
        }
        System.exit(0);
    }

    /** A run of some contests says nothing about the others: it has a page of its own. */
    private static Path page(String only) {
        return only.isEmpty() ? Path.of("docs", "performance.md") : Path.of("docs", "performance", only + ".md");
    }

    private static Options parse(String[] args) {
        Options options = new Options("", 5, 1_000_000, false);
        List<String> words = List.of(args);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (word) {
                case "--only" -> options = new Options(value, options.rounds, options.commands, options.report);
                case "--rounds" -> options = new Options(options.only, number(value), options.commands, options.report);
                case "--commands" -> options = new Options(options.only, options.rounds, number(value), options.report);
                case "--report" -> options = new Options(options.only, options.rounds, options.commands, true);
                default -> fail(word);
            }
            i += word.equals("--report") ? 0 : 1;
        }
        return options;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            fail(text);
            return 0;
        }
    }

    private static void fail(String word) {
        System.err.println("daybook bench: " + word + " (expected: an option with its number). " + USAGE);
        System.exit(2);
    }
}
