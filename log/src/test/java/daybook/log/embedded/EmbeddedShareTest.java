package daybook.log.embedded;

import daybook.log.LogUnderTest;
import daybook.log.ShareContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedShareTest extends ShareContract {
    @TempDir
    Path directory;

    @Override
    protected LogUnderTest store() {
        return EmbeddedStore.in(directory);
    }
}
