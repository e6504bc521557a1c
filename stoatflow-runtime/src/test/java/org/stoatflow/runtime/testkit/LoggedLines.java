package org.stoatflow.runtime.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The lines that one class logs from a level on, while this is open. */
public final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Level before;

    private LoggedLines(Logger logger) {
        this.logger = logger;
        this.before = logger.getLevel();
    }

    /** Begins to listen to the logger of that name, at INFO and above. */
    public static LoggedLines of(String loggerName) {
        return from(Level.INFO, loggerName);
    }

    /** Begins to listen to the logger of that name, at DEBUG and above. */
    public static LoggedLines debugOf(String loggerName) {
        return from(Level.DEBUG, loggerName);
    }

    /** Begins to listen to the logger of that name, at WARN and above. */
    public static LoggedLines warningsOf(String loggerName) {
        return from(Level.WARN, loggerName);
    }

    private static LoggedLines from(Level level, String loggerName) {
        LoggedLines lines = new LoggedLines((Logger) LoggerFactory.getLogger(loggerName));
        lines.start();
        lines.logger.setLevel(level);
        lines.logger.addAppender(lines);
        return lines;
    }

    /** All lines, in the order in which they came. */
    public List<String> all() {
        return List.copyOf(lines);
    }

    /** How many lines have these words. */
    public long count(String words) {
        return lines.stream().filter(line -> line.contains(words)).count();
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
        stop();
    }
}
