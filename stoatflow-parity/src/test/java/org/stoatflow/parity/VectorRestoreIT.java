package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.Difference;
import org.stoatflow.parity.program.VectorRuns;

/**
 * On a broker that has nothing of an application but the changelogs of a file of vectors, both libraries restore the
 * stores, and go on as if they had written them. That goes for what older versions of Kafka Streams have written, too.
 */
@Execution(ExecutionMode.CONCURRENT)
class VectorRestoreIT {
    private static final VectorLibrary OURS = new VectorRuns();
    private static final VectorLibrary THEIRS = VectorsTest.theirs();

    static final Difference REASON = Difference.WAITING_RESTORED;

    /**
     * Lines of files by what Kafka Streams has instead, for that reason: its reader of the buffer of a join with grace
     * mistakes the keys for those of another format.
     */
    private static final Map<String, Map<String, List<String>>> APART = Map.of(
            "records-with-grace",
            Map.of(
                    "out out b 3+t3 @1003", List.of("out out a 5+t4 @1030"),
                    "out out a 4+t4 @1012", List.of(),
                    "out out a 5+t4 @1030", List.of("out out a 6+t4 @1050")));

    @TempDir
    static Path folder;

    static Set<String> kinds() {
        Set<String> all = new TreeSet<>(OURS.kinds());
        all.addAll(OURS.onlyReadKinds());
        return all;
    }

    static List<String> drawn() {
        return new Draw("VectorRestoreIT").of(kinds());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldReadWhatKafkaStreamsWrites(String kind) throws IOException {
        List<VectorLine> file = VectorFile.of(kind).records();
        assertEquals(after(file), restored(OURS, kind, file));
    }

    /** Of those that are drawn, or all, {@link Draw}. */
    @ParameterizedTest
    @MethodSource("drawn")
    void shouldBeReadByKafkaStreams(String kind) throws IOException {
        Map<String, List<String>> apart = APART.getOrDefault(kind, Map.of());
        List<VectorLine> file = VectorFile.of(kind).records().stream()
                .flatMap(line -> apart.getOrDefault(line.text(), List.of(line.text())).stream())
                .map(VectorLine::of)
                .toList();
        assertEquals(after(file), restored(THEIRS, kind, file));
    }

    /** The input that comes behind, with the output for it. */
    private static String after(List<VectorLine> file) {
        int first = file.stream().map(VectorLine::kind).toList().indexOf(VectorLine.THEN);
        return byKey(file.subList(first, file.size()).stream()
                .filter(line -> line.isInput() || line.kind().equals(VectorLine.OUT))
                .toList());
    }

    /** What comes of one input may come in another order across keys. */
    private static String byKey(List<VectorLine> records) {
        List<VectorLine> sorted = new ArrayList<>();
        int first = 0;
        for (VectorLine record : records) {
            if (record.isInput()) {
                first = sorted.size() + 1;
            }
            sorted.add(record);
            sorted.subList(Math.min(first, sorted.size()), sorted.size())
                    .sort(Comparator.comparing(line -> Arrays.toString(line.key())));
        }
        return VectorFile.text(sorted);
    }

    private static String restored(VectorLibrary library, String kind, List<VectorLine> file) throws IOException {
        String id = TestCluster.shared().uniqueName("vectors");
        Place place = new Place(id, Files.createDirectories(folder.resolve(id)));
        return byKey(library.restored(kind, file, place));
    }
}
