package daybook.log.embedded;

import daybook.log.GroupContract;
import daybook.log.LogUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedGroupTest extends GroupContract {
    @TempDir
    Path directory;

    @Override
    protected LogUnderTest store() {
        return EmbeddedStore.in(directory);
    }
}
