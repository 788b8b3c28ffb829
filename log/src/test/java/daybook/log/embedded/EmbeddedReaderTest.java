package daybook.log.embedded;

import daybook.log.LogUnderTest;
import daybook.log.ReaderContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedReaderTest extends ReaderContract {
    @TempDir
    Path directory;

    @Override
    protected LogUnderTest store() {
        return EmbeddedStore.in(directory);
    }
}
