package org.stoatflow.bench.jar;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.stoatflow.bench.latency.Library;

/**
 * The class paths of a user's application: the same but for Kafka Streams, in place of whose jar the drop-in stands.
 *
 * @param own the application's, as for {@code java -cp}; it may lack Kafka's jars, or have all of them in one
 * @param ours this JVM's, whose libraries stand behind
 */
record ClassPaths(String own, String ours, Path dropIn) {
    String of(Library library) {
        List<String> entries = new ArrayList<>();
        if (library == Library.STOATFLOW) {
            entries.add(dropIn.toString()); // first, as the application's jar may have Kafka Streams in it
        }
        for (String entry : own.split(File.pathSeparator)) {
            if (library == Library.KAFKA_STREAMS || !isKafkaStreams(entry)) {
                entries.add(entry);
            }
        }
        Arrays.stream(ours.split(File.pathSeparator))
                .filter(entry -> !isOfThisProject(entry))
                .filter(entry -> library == Library.KAFKA_STREAMS || !isKafkaStreams(entry))
                .forEach(entries::add);
        return String.join(File.pathSeparator, entries);
    }

    private static boolean isKafkaStreams(String entry) {
        return name(entry).matches("kafka-streams-[0-9].*\\.jar");
    }

    private static boolean isOfThisProject(String entry) {
        Path path = Path.of(entry);
        return !entry.endsWith(".jar")
                || name(entry).startsWith("stoatflow-")
                || name(entry).startsWith("bench-apps-")
                || path.toString().isEmpty();
    }

    private static String name(String entry) {
        return String.valueOf(Path.of(entry).getFileName());
    }
}
