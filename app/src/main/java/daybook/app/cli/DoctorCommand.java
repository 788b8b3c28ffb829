package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.config.Catalog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks at what a venue needs from this machine. */
@Command(
        name = "doctor",
        description = "Check what a venue needs from this machine. Exit 6 if something will not work.",
        subcommands = DoctorListenersCommand.class,
        footer = {
            "",
            "Examples:",
            "  daybook doctor",
            "  daybook doctor --data /srv/venue --json",
            "  daybook doctor listeners"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final long ENOUGH_BYTES = 1L << 30;
    private static final int OLDEST_JAVA = 17;

    private final Console console;

    @Mixin
    private Common common = new Common();

    DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = Place.of(console, common.store());
        boolean running = place.running().isPresent();
        List<Map<String, Object>> rows = new ArrayList<>();
        int java = Runtime.version().feature();
        rows.add(row("java", java >= OLDEST_JAVA, "Java " + java));
        rows.add(dataDirectory(place.data().root()));
        rows.add(space(place.data().root()));
        rows.add(row("venue", true, running ? "running" : "not running"));
        if (!running) {
            rows.add(port(place));
        }
        common.output().print(console, rows);
        boolean well = rows.stream().allMatch(row -> Boolean.TRUE.equals(row.get("ok")));
        return (well ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
    }

    private static Map<String, Object> dataDirectory(Path root) {
        Path there = existing(root);
        return row("data directory", Files.isWritable(there), root + (there.equals(root) ? "" : " (will be made)"));
    }

    private static Map<String, Object> space(Path root) {
        try {
            FileStore store = Files.getFileStore(existing(root));
            long free = store.getUsableSpace();
            return row("disk space", free >= ENOUGH_BYTES, (free >> 20) + " MiB free on " + store.type());
        } catch (IOException unknown) {
            return row("disk space", false, "cannot be read");
        }
    }

    private static Map<String, Object> port(Place place) {
        int port = place.configuration().integer(Catalog.PORT);
        String bind = place.configuration().text(Catalog.BIND);
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(bind))) {
            return row("port", true, bind + ":" + socket.getLocalPort() + " is free");
        } catch (IOException taken) {
            return row("port", false, bind + ":" + port + " is taken");
        }
    }

    private static Path existing(Path path) {
        Path there = path;
        while (!Files.exists(there)) {
            there = there.resolve("..").normalize();
        }
        return there;
    }

    private static Map<String, Object> row(String check, boolean ok, String what) {
        return Json.fields("check", check, "ok", ok, "what", what);
    }
}
