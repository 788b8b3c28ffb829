package daybook.app.cli;

import daybook.lab.figure.Figure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an experiment draws what it found. */
final class FigureOption {
    @Option(names = "--figure", paramLabel = "FILE", description = "Draw what was found into this SVG file.")
    private @Nullable Path file;

    /** Writes the figure, if one was asked for. */
    void draw(Console console, Figure figure) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, figure.svg(), StandardCharsets.UTF_8);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
        console.note("drawn: " + file);
    }
}
