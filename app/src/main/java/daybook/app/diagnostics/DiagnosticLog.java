package daybook.app.diagnostics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Sets Logback up, without a file: found by it as a service, when the first line is logged and not before. Warnings of everybody,
 * but not those of the HTTP parser, of which a stranger can cause any number, nor those of Kafka's client, which says twice a second
 * that a broker is away and leaves the reason out; what fails there is told by our own status and exceptions; with {@link #verbose} also what Daybook itself has to tell.
 */
public final class DiagnosticLog extends ContextAwareBase implements Configurator {
    private static final String FORM = "daybook.diagnostics.form";
    private static final String LEVEL = "daybook.diagnostics.level";
    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX,UTC} %-5level %logger{0} %replace(%msg){'[\\p{Cntrl}\\p{Cf}]',"
                    + " '?'}%n%ex{20}";

    /** To be called before the first line is logged. */
    public static void verbose(String form) {
        System.setProperty(FORM, form);
        System.setProperty(LEVEL, "INFO");
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder(context));
        appender.start();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        context.getLogger("org.eclipse.jetty.http").setLevel(Level.ERROR);
        context.getLogger("org.apache.kafka").setLevel(Level.OFF);
        // That a machine lacks a font, at each document.
        context.getLogger("org.apache.pdfbox").setLevel(Level.ERROR);
        // They write whole messages of strangers, with the passwords in them: what matters of it, daybook.fix says.
        context.getLogger("quickfix").setLevel(Level.OFF);
        context.getLogger("org.apache.mina").setLevel(Level.OFF);
        context.getLogger("daybook").setLevel(Level.toLevel(System.getProperty(LEVEL), Level.WARN));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context) {
        if ("json".equals(System.getProperty(FORM))) {
            JsonEncoder json = new JsonEncoder();
            json.setContext(context);
            json.start();
            return json;
        }
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern(PATTERN);
        text.start();
        return text;
    }
}
