package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * A callback ends the process, and a shutdown hook closes the application. The callback's thread waits for the hooks,
 * and a close that waited for that thread would have the process go on for ever.
 */
class ExitInCallbackTest {
    private static final int EXIT_CODE = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"handler", "handler's helper", "listener"})
    void shouldEndTheProcess(String where) throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Exiting.class.getName(),
                        folder.resolve("state").toString(),
                        where))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> "it has not ended, and said: " + read(output));
            assertEquals(EXIT_CODE, process.exitValue(), () -> read(output));
            assertTrue(read(output).contains("closed: true"), () -> read(output));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** An application that cannot begin, since its serde cannot be configured. It asks no brokers. */
    @SuppressWarnings("checkstyle:exit") // that is what it is for
    static final class Exiting {
        private Exiting() {}

        public static void main(String[] args) {
            Properties props = new Properties();
            props.put("application.id", "exiting");
            props.put("bootstrap.servers", "localhost:1");
            props.put("state.dir", args[0]);
            props.put("default.key.serde", BrokenSerde.class.getName());
            props.put("stoatflow.close.timeout.ms", "2000");
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream("in").to("out");
            KafkaStreams streams = new KafkaStreams(builder.build(), props);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                streams.close();
                System.out.println("closed: " + (streams.state() == State.NOT_RUNNING));
            }));
            streams.setUncaughtExceptionHandler(failure -> {
                switch (args[1]) {
                    case "handler" -> System.exit(EXIT_CODE);
                    case "handler's helper" -> exitByAnother();
                    default -> throw new IllegalStateException(args[1]);
                }
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            streams.setStateListener((newState, oldState) -> {
                if (args[1].equals("listener")) {
                    System.exit(EXIT_CODE);
                }
            });
            streams.start();
        }

        private static void exitByAnother() {
            try {
                Executors.newSingleThreadExecutor()
                        .submit(() -> System.exit(EXIT_CODE))
                        .get();
            } catch (Exception unexpected) {
                throw new IllegalStateException(unexpected);
            }
        }
    }

    /** Cannot be configured. */
    public static final class BrokenSerde extends Serdes.WrapperSerde<String> {
        /** For the configuration. */
        public BrokenSerde() {
            super(new StringSerializer(), new StringDeserializer());
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            throw new IllegalStateException("refused");
        }
    }
}
