package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.config.Nearest;
import daybook.app.security.SafeText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs one command line and turns however it ends into an exit code and at most a line or two on stderr. */
final class CommandLineRunner {
    private static final int HELP_WIDTH = 100;

    private CommandLineRunner() {}

    static int run(Console console, String... args) {
        CommandLine line = build(console, args);
        StringWriter help = new StringWriter(); // picocli would swallow what a broken stdout throws
        line.setOut(new PrintWriter(help));
        int exit;
        try {
            exit = line.execute(args);
            console.out().print(help);
            console.out().flush();
        } catch (StandardOutput.ReaderGone enough) {
            return ExitCode.OK.code();
        } catch (LinkageError | OutOfMemoryError broken) { // picocli hands on exceptions only
            exit = Failures.report(broken, console);
        }
        if (console.out().checkError() && exit == ExitCode.OK.code()) {
            console.note("stdout: not all of it could be written (expected: space where it goes)");
            return ExitCode.FAILURE.code();
        }
        return exit;
    }

    static CommandLine build(Console console, String... args) {
        CommandLine line = new CommandLine(new Root(), new ConsoleFactory(console));
        Commands.addTo(line, args);
        configure(line, console);
        return line;
    }

    private static void configure(CommandLine line, Console console) {
        boolean colour = console.terminal() && !console.environment().containsKey("NO_COLOR");
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(colour ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpWidth(HELP_WIDTH);
        line.setParameterExceptionHandler((wrong, args) -> misuse(wrong, console));
        line.setExecutionExceptionHandler((broken, command, parsed) -> Failures.report(broken, console));
        completeHelp(line);
    }

    /** Every level has {@code -h}, and says its exit codes. */
    private static void completeHelp(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (spec.usageMessage().footer().length == 0) {
            spec.usageMessage().footer("");
        }
        spec.usageMessage().exitCodeListHeading("%nExit codes:%n");
        spec.usageMessage().exitCodeList(exitCodes());
        for (CommandLine sub : line.getSubcommands().values()) {
            sub.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("Show this help.")
                            .build());
            completeHelp(sub);
        }
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        for (ExitCode exit : ExitCode.values()) {
            if (exit != ExitCode.ENVIRONMENT && exit != ExitCode.BUILD) {
                codes.put(Integer.toString(exit.code()), exit.meaning());
            }
        }
        return codes;
    }

    private static int misuse(ParameterException wrong, Console console) {
        CommandLine where = wrong.getCommandLine();
        String name = where.getCommandSpec().qualifiedName();
        console.note(SafeText.oneLine(String.valueOf(wrong.getMessage())) + suggestion(wrong, where) + " (see: " + name
                + " --help)");
        return ExitCode.USAGE.code();
    }

    private static String suggestion(ParameterException wrong, CommandLine where) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        String word = unmatched.getUnmatched().get(0);
        List<String> known = new ArrayList<>();
        if (word.startsWith("-")) {
            where.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names())));
        } else if (where.getParent() == null) {
            known.addAll(Commands.names());
        } else {
            known.addAll(where.getSubcommands().keySet());
        }
        String nearest = Nearest.of(word, known);
        return nearest.isEmpty() ? "" : "; did you mean " + nearest + "?";
    }

    /** Gives commands their console; everything else picocli makes by itself. */
    private record ConsoleFactory(Console console) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            try {
                var constructor = type.getDeclaredConstructor(Console.class);
                return constructor.newInstance(console);
            } catch (NoSuchMethodException plain) {
                return CommandLine.defaultFactory().create(type);
            }
        }
    }
}
