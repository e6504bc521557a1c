package org.stoatflow.runtime.engine;

import java.io.PrintStream;
import org.slf4j.ILoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Says on standard error that nothing is logged, as where the binding is for SLF4J 1.7: Kafka Streams brings that one,
 * and its bindings are ignored by ours. Nobody would see a failure.
 */
final class SilentLog {
    private SilentLog() {}

    static void warn(String applicationId, ILoggerFactory loggers, PrintStream errors) {
        if (loggers instanceof NOPLoggerFactory) {
            errors.println("Application " + applicationId + " logs nothing, since SLF4J 2 has no provider on the class"
                    + " path: add one, such as logback-classic 1.5, log4j-slf4j2-impl or slf4j-reload4j 2."
                    + " Bindings for SLF4J 1.7 are ignored");
        }
    }
}
