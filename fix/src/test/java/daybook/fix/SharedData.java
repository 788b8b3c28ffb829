package daybook.fix;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** Public data beside the project, never in it. A test without it is skipped, or fails where {@code SHARED_DATA_REQUIRED=1}. */
public final class SharedData {
    private SharedData() {}

    public static Path file(String name) {
        String root = System.getProperty("daybook.root", "..");
        String folder = System.getenv().getOrDefault("SHARED_DATA", "../shared/data");
        Path file = Path.of(root).resolve(folder).resolve(name).normalize();
        if (!Files.isReadable(file)) {
            String missing = "SHARED_DATA: no " + file + " (expected: the folder of public data)";
            if ("1".equals(System.getenv("SHARED_DATA_REQUIRED"))) {
                return fail(missing);
            }
            return abort(missing);
        }
        return file;
    }
}
