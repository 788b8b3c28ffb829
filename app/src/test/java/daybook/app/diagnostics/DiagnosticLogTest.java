package daybook.app.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;

class DiagnosticLogTest {
    @Test
    void strangersCannotFillTheLogByWhatTheySend() {
        LoggerContext context = new LoggerContext();
        DiagnosticLog log = new DiagnosticLog();
        log.setContext(context);

        log.configure(context);

        assertThat(context.getLogger("org.eclipse.jetty.http.HttpParser").isWarnEnabled())
                .isFalse();
        assertThat(context.getLogger("org.eclipse.jetty.http.HttpParser").isErrorEnabled())
                .isTrue();
        assertThat(context.getLogger("org.eclipse.jetty.server.Server").isWarnEnabled())
                .isTrue();
        assertThat(context.getLogger("daybook.app").isWarnEnabled()).isTrue();
    }
}
