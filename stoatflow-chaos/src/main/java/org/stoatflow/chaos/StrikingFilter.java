package org.stoatflow.chaos;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Part of the logging, which Kafka's clients call on each turn of their threads, also where nothing is logged. It
 * strikes the thread of an admin client or of a consumer's heartbeats when it is ordered to.
 */
final class StrikingFilter extends TurboFilter {
    static void install() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logging) {
            logging.addTurboFilter(new StrikingFilter());
        } else {
            throw new IllegalStateException("the logging is " + LoggerFactory.getILoggerFactory() + ", not Logback");
        }
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] params,
            @Nullable Throwable failure) {
        ThreadStrikes.comesBy(ClientThread.ADMIN);
        ThreadStrikes.comesBy(ClientThread.HEARTBEAT);
        return FilterReply.NEUTRAL;
    }
}
