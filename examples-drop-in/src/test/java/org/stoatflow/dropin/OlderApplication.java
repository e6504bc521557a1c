package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.kafka.streams.KafkaStreams;

/**
 * An application whose source is in {@code older}, compiled here against the published jars of an older Kafka Streams,
 * which the build puts below {@code target/older}. Its class files run on both libraries as they are.
 */
final class OlderApplication {
    private static final Path JARS = Path.of("target", "older");
    private static final Path TODAY = JARS.resolve("today");
    private static final List<String> API = List.of("kafka-streams.jar", "kafka-streams-test-utils.jar");

    private OlderApplication() {}

    /** The folder of its class files. */
    static Path compiled(String version, Path folder) throws IOException {
        Path source = Files.createDirectories(folder).resolve(name(version) + ".java");
        String resource = "/older/" + name(version) + ".java";
        try (InputStream in = OlderApplication.class.getResourceAsStream(resource)) {
            Files.write(source, Objects.requireNonNull(in, resource).readAllBytes());
        }
        String classPath = Stream.of("kafka-streams.jar", "kafka-streams-test-utils.jar", "kafka-clients.jar")
                .map(jar -> jar(JARS.resolve(version), jar).toString())
                .reduce((one, other) -> one + File.pathSeparator + other)
                .orElseThrow();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        said,
                        said,
                        "--release",
                        "17",
                        "-proc:none",
                        "-nowarn",
                        "-classpath",
                        classPath,
                        "-d",
                        folder.toString(),
                        source.toString());
        assertEquals(0, status, said.toString(StandardCharsets.UTF_8));
        return folder;
    }

    /** Loads it with the drop-in, which the tests have. */
    static URLClassLoader onTheDropIn(Path classes) throws MalformedURLException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, OlderApplication.class.getClassLoader());
    }

    /** Loads it with today's Kafka Streams, and the rest of what the tests have. */
    static URLClassLoader onKafkaStreams(Path classes) throws MalformedURLException {
        return new KafkaStreamsFirst(new URL[] {
            classes.toUri().toURL(),
            jar(TODAY, API.getFirst()).toUri().toURL(),
            jar(TODAY, API.getLast()).toUri().toURL()
        });
    }

    private static Path jar(Path folder, String name) {
        Path jar = folder.resolve(name).toAbsolutePath();
        assertTrue(Files.isRegularFile(jar), jar + " is missing; the build copies it");
        return jar;
    }

    /** Runs it without brokers; returns what it has seen. */
    @SuppressWarnings("unchecked")
    static List<String> seen(String version, ClassLoader loader, Path stateDir) throws ReflectiveOperationException {
        return (List<String>) called(version, loader, "run", stateDir.toString());
    }

    /** Starts it on brokers; the names of its topics begin with a prefix. */
    static KafkaStreams started(String version, ClassLoader loader, String brokers, String topicPrefix, Path stateDir)
            throws ReflectiveOperationException {
        return (KafkaStreams) called(version, loader, "started", brokers, topicPrefix, stateDir.toString());
    }

    /** Kafka's clients load classes by name from the thread's loader. */
    private static Object called(String version, ClassLoader loader, String method, String... arguments)
            throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?>[] texts = Stream.of(arguments).map(Object::getClass).toArray(Class<?>[]::new);
            return loader.loadClass(name(version)).getMethod(method, texts).invoke(null, (Object[]) arguments);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String name(String version) {
        return "WrittenFor" + version.replace(".", "");
    }

    /** Takes the classes of Kafka Streams from its jars, though the tests have others of the same names. */
    private static final class KafkaStreamsFirst extends URLClassLoader {
        KafkaStreamsFirst(URL[] places) {
            super(places, OlderApplication.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith("org.apache.kafka.streams.")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
            }
        }
    }
}
