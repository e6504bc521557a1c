package org.stoatflow.localkafka.child;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logging of the broker's JVM, named to it by {@code -Dslf4j.provider}. So it does not matter which logging library, or
 * how many, the application has on the class path that the broker shares; and we add none to it. SLF4J's own search
 * does not find this class, since it is no registered service.
 */
public final class BrokerLogProvider implements SLF4JServiceProvider {
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ILoggerFactory loggers = BrokerLogger::new;

    /** For SLF4J. */
    public BrokerLogProvider() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}
}
