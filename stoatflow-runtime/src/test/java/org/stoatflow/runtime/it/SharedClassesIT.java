package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.SharedClasses;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.streams.KafkaStreams;

/** Child JVMs of tests start from the archive of classes, where this JVM has jars, as it has them in the build. */
class SharedClassesIT {
    private static final List<String> NAMES = List.of(KafkaConsumer.class.getName(), KafkaStreams.class.getName());
    private static final String FROM_ARCHIVE = "source: shared objects file (top)";

    @TempDir
    Path folder;

    @Test
    void shouldLoadClassesOfBrokerAndEngineFromTheArchive() throws Exception {
        boolean jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .anyMatch(entry -> entry.matches(".*stoatflow-runtime-[^/]*(?<!-tests)\\.jar"));
        boolean wanted = jars && System.getProperty(SharedClasses.FOLDER) != null;
        if (wanted) { // another JVM may be making it
            Eventually.await(() -> !SharedClasses.ofChild().options().isEmpty(), () -> "no archive");
        }
        Path loaded = folder.resolve("loaded");
        SharedClasses shared = SharedClasses.ofChild();
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", shared.classPath()));
        command.addAll(shared.options());
        command.addAll(List.of("-Xlog:class+load:file=" + loaded, Loading.class.getName()));
        Process child = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, child.waitFor());
        List<String> lines = Files.readAllLines(loaded);
        for (String name : NAMES) {
            String line = lines.stream()
                    .filter(each -> each.contains(" " + name + " "))
                    .findFirst()
                    .orElseThrow();
            assertEquals(wanted, line.contains(FROM_ARCHIVE), line);
        }
    }

    /** Loads the classes that are looked for. */
    static final class Loading {
        private Loading() {}

        public static void main(String[] args) throws ClassNotFoundException {
            for (String name : NAMES) {
                Class.forName(name);
            }
        }
    }
}
