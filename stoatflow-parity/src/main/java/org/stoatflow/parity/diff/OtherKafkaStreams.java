package org.stoatflow.parity.diff;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Kafka Streams, its clients and its test driver from jars of another version than the build's. All classes that are
 * not Kafka's, RocksDB's among them, are those of this program.
 */
final class OtherKafkaStreams extends URLClassLoader {
    private static final String KAFKA = "org.apache.kafka.";
    private static final String DRIVER = KAFKA + "streams.TopologyTestDriver";

    private OtherKafkaStreams(URL[] jars, ClassLoader parent) {
        super(jars, parent);
    }

    /**
     * Opens the jars of a folder.
     *
     * @throws IllegalArgumentException if there is no such folder, or no test driver in it
     */
    static OtherKafkaStreams in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars =
                    files.filter(file -> file.toString().endsWith(".jar")).toList();
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = jars.get(i).toUri().toURL();
            }
            OtherKafkaStreams opened = new OtherKafkaStreams(urls, OtherKafkaStreams.class.getClassLoader());
            opened.findClass(DRIVER);
            return opened;
        } catch (IOException | ClassNotFoundException failure) {
            throw new IllegalArgumentException(
                    folder + " has to hold the jars of kafka-streams, kafka-clients and kafka-streams-test-utils",
                    failure);
        }
    }

    /** Kafka's own files, such as those that say its version, are in its jars; all others are only this program's. */
    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(KAFKA)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }
}
