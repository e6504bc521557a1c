package org.stoatflow.spi;

import java.lang.invoke.MethodHandles;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KafkaStreams;

/**
 * The way from an application to its engine, for what Kafka Streams has no method for; users see no such method. Safe
 * for use by any thread.
 */
public final class EngineAccess {
    /** Set once, by the class initializer of {@link KafkaStreams}; read by any thread. */
    private static volatile @Nullable Function<KafkaStreams, Engine> engines;

    private EngineAccess() {}

    /**
     * The engine of an application.
     *
     * @param streams the application
     * @return its engine, started or not
     */
    public static Engine engine(KafkaStreams streams) {
        if (engines == null) {
            try {
                MethodHandles.lookup().ensureInitialized(KafkaStreams.class);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException("KafkaStreams is a public class", impossible);
            }
        }
        Function<KafkaStreams, Engine> installed = engines;
        if (installed == null) {
            throw new IllegalStateException("KafkaStreams has not installed its way to the engine");
        }
        return installed.apply(streams);
    }

    /**
     * Called by the class initializer of {@link KafkaStreams}, and by nobody else.
     *
     * @param newEngines the way to an application's engine
     * @throws IllegalStateException if it is installed already
     */
    public static synchronized void install(Function<KafkaStreams, Engine> newEngines) {
        if (engines != null) {
            throw new IllegalStateException("Only KafkaStreams installs its way to the engine");
        }
        engines = newEngines;
    }
}
