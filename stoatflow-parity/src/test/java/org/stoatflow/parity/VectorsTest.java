package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.parity.program.VectorRuns;
import org.stoatflow.parity.program.VectorsMain;

/**
 * The files in {@code vectors} say which changelog records Kafka Streams writes for each kind of store, byte for byte:
 * it writes them now, and so do we. {@code -Dvectors.write=folder} writes what Kafka Streams says to files.
 */
class VectorsTest {
    private static final String FOLDER = System.getProperty("vectors.write");
    private static final String HELD_WITH_HEADERS = "suppressed-changes-by-headers";
    private static final List<Path> OLDER_JARS = Stream.of("kafka-streams", "kafka-streams-test-utils", "kafka-clients")
            .map(name -> Path.of("target", "older", name + ".jar"))
            .toList();
    private static final VectorLibrary OURS = new VectorRuns();
    private static final VectorLibrary THEIRS = theirs();

    static VectorLibrary theirs() {
        try {
            return (VectorLibrary) new RenamingLoader()
                    .loadClass(VectorRuns.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new AssertionError(broken);
        }
    }

    static Set<String> kinds() {
        return OURS.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldBeTheWordOfKafkaStreams(String kind) throws IOException {
        VectorFile file = VectorFile.of(kind);
        String theirs = VectorFile.text(THEIRS.driven(kind, file.records()));
        if (FOLDER != null) {
            Files.writeString(Path.of(FOLDER, kind + ".txt"), String.join("\n", file.comments()) + "\n" + theirs);
        } else {
            assertEquals(VectorFile.text(file.records()), theirs);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldBeTheWordOfTransactionalStoresToo(String kind) {
        List<VectorLine> file = VectorFile.of(kind).records();
        assertEquals(VectorFile.text(file), VectorFile.text(THEIRS.drivenWithTransactionalStores(kind, file)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldWriteWhatKafkaStreamsWrites(String kind) {
        List<VectorLine> file = VectorFile.of(kind).records();
        List<VectorLine> ours = OURS.driven(kind, file);
        assertEquals(VectorFile.committed(file), VectorFile.committed(ours));
    }

    /**
     * What 4.3 cannot have: headers and times of the values before a buffer and before a last change. Ours go on from
     * its records and it from ours, {@link SmokeTakeOverIT}.
     */
    @Test
    void shouldBeTheWordOfAnOlderKafkaStreamsButForHeadersOfHeldValues(@TempDir Path written) throws IOException {
        try (KilledProcess process = KilledProcess.startWith(
                OLDER_JARS,
                LibraryMain.class,
                written.resolve("log"),
                LibraryMain.KAFKA_STREAMS,
                VectorsMain.class.getName(),
                Files.createDirectory(written.resolve("kinds")).toString())) {
            process.stop();
        }
        for (String kind : kinds()) {
            String theirs = Files.readString(written.resolve("kinds").resolve(kind));
            String file = VectorFile.text(VectorFile.of(kind).records());
            if (kind.equals(HELD_WITH_HEADERS)) {
                assertNotEquals(file, theirs);
            } else {
                assertEquals(file, theirs);
            }
        }
    }

    @Test
    void shouldRunTheOtherLibrary() {
        assertTrue(THEIRS.getClass() != OURS.getClass(), "loaded twice");
        assertEquals(OURS.kinds(), THEIRS.kinds());
    }
}
