package org.stoatflow.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Simple names of the types of Kafka Streams, of what it needs, and of {@code java.base}. */
final class LibraryNames {
    /** One class of each jar. */
    private static final List<String> ANCHORS = List.of(
            "org/apache/kafka/streams/KafkaStreams.class",
            "org/apache/kafka/clients/consumer/Consumer.class",
            "org/rocksdb/RocksDB.class");

    private final Set<String> names = new HashSet<>();

    LibraryNames() {
        try {
            for (String anchor : ANCHORS) {
                readJarOf(anchor);
            }
            Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base", "java");
            try (Stream<Path> all = Files.walk(base)) {
                all.forEach(file -> add(file.toString()));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean has(String name) {
        return names.contains(name);
    }

    private void readJarOf(String anchor) throws IOException {
        URL url = LibraryNames.class.getClassLoader().getResource(anchor);
        if (url == null) {
            throw new IllegalStateException(anchor + " is not on the class path");
        }
        JarFile jar = ((JarURLConnection) url.openConnection()).getJarFile();
        jar.stream().forEach(entry -> add(entry.getName()));
    }

    private void add(String path) {
        if (path.endsWith(".class")) {
            String name = path.substring(path.lastIndexOf('/') + 1, path.length() - ".class".length());
            names.add(name.substring(name.lastIndexOf('$') + 1));
        }
    }
}
