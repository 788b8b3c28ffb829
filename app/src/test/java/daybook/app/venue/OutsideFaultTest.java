package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.DiskException;
import daybook.log.LogException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** An operator sees one line for a disk that failed, however many of our layers it went through. */
class OutsideFaultTest {
    @Test
    void whatADiskALogOrADatabaseRefusedIsNotOurs() {
        DiskException disk = new DiskException(
                DiskException.Kind.FAILED,
                Path.of("x.seg"),
                "Input/output error",
                new IOException("Input/output error"));

        assertThat(OutsideFault.is(disk)).isTrue();
        assertThat(OutsideFault.is(new LogException(LogException.Kind.FAILED, "closing the log", disk)))
                .isTrue();
        assertThat(OutsideFault.is(new IllegalStateException(new SQLException("disk I/O error"))))
                .isTrue();
        assertThat(OutsideFault.is(new IllegalStateException("seq: 3 (expected: 4)")))
                .isFalse();
    }
}
