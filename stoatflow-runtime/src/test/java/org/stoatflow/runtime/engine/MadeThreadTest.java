package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** An application may be started by a pool's thread, which has another class loader than who made the application. */
class MadeThreadTest {
    private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();

    @TempDir
    Path folder;

    /** What the engine's thread has. */
    private record Seen(ClassLoader loader, String tenant) {}

    @Test
    void shouldHaveTheLoaderAndTheThreadLocalsOfWhoMakesTheApplication() throws Exception {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader ofApplication = new URLClassLoader(new URL[0], before)) {
            Thread.currentThread().setContextClassLoader(ofApplication);
            TENANT.set("maker");
            KafkaStreams streams = streams();
            streams.setUncaughtExceptionHandler(failure -> {
                seen.complete(new Seen(Thread.currentThread().getContextClassLoader(), TENANT.get()));
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            Thread.currentThread().setContextClassLoader(before);
            TENANT.set("starter");
            streams.start();
            Seen inEngine = seen.get(60, TimeUnit.SECONDS);
            assertSame(ofApplication, inEngine.loader());
            assertEquals("maker", inEngine.tenant());
            assertTrue(streams.close(Duration.ofSeconds(60)));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            TENANT.remove();
        }
    }

    /** One that cannot begin, so that its thread asks the handler. */
    private KafkaStreams streams() {
        Properties props = new Properties();
        props.put("application.id", "made");
        props.put("bootstrap.servers", "localhost:1");
        props.put("state.dir", folder.toString());
        props.put("default.key.serde", ExitInCallbackTest.BrokenSerde.class.getName());
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        return new KafkaStreams(builder.build(), props);
    }
}
