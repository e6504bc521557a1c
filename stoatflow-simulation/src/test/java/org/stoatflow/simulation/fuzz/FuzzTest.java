package org.stoatflow.simulation.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.stoatflow.simulation.Quiet;

/** What reads bytes of others refuses what it cannot read, by name, and takes no memory for it. */
class FuzzTest {
    private static final int SEEDS = 4_000;

    private final long seed = Long.getLong("stoatflow.test.seed", 1);

    @Test
    void shouldReadOrRefuseWhateverBytesCome() throws IOException {
        Quiet.beQuiet();
        List<String> wrong = new ArrayList<>();
        try (Readers readers = new Readers()) {
            for (Reader reader : readers.all()) {
                Fuzzing fuzzing = new Fuzzing(reader);
                assertNull(fuzzing.samples());
                String found = fuzzing.run(seed, SEEDS);
                if (found != null) {
                    wrong.add(found);
                }
            }
        }
        assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
    }

    @Test
    void shouldFindAReaderThatTakesMemoryForALength() {
        Reader careless = new Reader("careless", "there", List.of(), List.<byte[][]>of(new byte[][] {{4}}), parts -> {
            if (parts[0].length > 0 && parts[0][0] == 0x7f) {
                parts[0] = new byte[64 << 20];
            }
        });
        assertTrue(String.valueOf(new Fuzzing(careless).run(1, 10_000)).contains("bytes of memory for"));
    }

    @Test
    void shouldHaveARowForEachClassThatReadsBytes() throws IOException {
        Set<String> fuzzed = new TreeSet<>();
        try (Readers readers = new Readers()) {
            readers.all().forEach(reader -> fuzzed.addAll(reader.classes()));
        }
        Set<String> named = new TreeSet<>(fuzzed);
        named.addAll(ByteReaders.trusted().keySet());
        Set<String> found = ByteReaders.inSources();
        Set<String> unknown = new TreeSet<>(found);
        unknown.removeAll(named);
        assertEquals(Set.of(), unknown, "read bytes: give them a Reader in Readers, or a line in trusted-bytes.txt");
        Set<String> stale = new TreeSet<>(ByteReaders.trusted().keySet());
        stale.removeIf(name -> found.contains(name) && !fuzzed.contains(name));
        assertEquals(Set.of(), stale, "lines of trusted-bytes.txt that are not needed");
        Set<String> gone = new TreeSet<>(fuzzed);
        gone.removeAll(found);
        assertEquals(Set.of(), gone, "classes of Readers that read no bytes");
    }
}
