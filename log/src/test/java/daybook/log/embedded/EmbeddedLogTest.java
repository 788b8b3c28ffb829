package daybook.log.embedded;

import daybook.log.LogContract;
import daybook.log.LogUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedLogTest extends LogContract {
    @TempDir
    Path directory;

    @Override
    protected LogUnderTest store() {
        return EmbeddedStore.in(directory);
    }
}
