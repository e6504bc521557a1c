package org.stoatflow.localkafka.child;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Writes INFO and above to standard error, which the parent has directed into the broker's log file. */
final class BrokerLogger extends LegacyAbstractLogger {
    /** These print hundreds of lines of settings at INFO, and hide the end of the log that an error message shows. */
    private static final String QUIET_SUFFIX = "Config";

    private final transient Level level;

    BrokerLogger(String name) {
        this.name = name;
        this.level = name.endsWith(QUIET_SUFFIX) ? Level.WARN : Level.INFO;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return level == Level.INFO;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        StringWriter line = new StringWriter();
        line.append(Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
                .append(' ')
                .append(level.name())
                .append(' ')
                .append(name)
                .append(": ")
                .append(MessageFormatter.basicArrayFormat(pattern, arguments));
        if (failure != null) {
            line.append('\n');
            failure.printStackTrace(new PrintWriter(line, true));
        }
        System.err.println(line);
    }
}
