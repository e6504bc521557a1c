package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Judges the run of Kafka Streams' tests that went before. */
class TckTest {
    private static final Path LIST = Path.of(System.getProperty("tck.lists"), "not-yet.txt");

    private static Verdict verdict;

    @BeforeAll
    static void judge() throws IOException {
        NotYet notYet = NotYet.in(LIST);
        verdict = Verdict.of(Reachable.listed(), notYet, Reports.read(Path.of(System.getProperty("tck.reports"))));
        if (Boolean.getBoolean("tck.tighten")) {
            notYet.writeWithout(verdict.mended(), LIST);
        }
        Files.writeString(Path.of(System.getProperty("tck.work"), "summary.txt"), verdict.summary());
        System.out.print(verdict.summary());
    }

    @Test
    void shouldPassAllThatIsListed() {
        assertEquals(
                Map.of(),
                verdict.broken(),
                "listed in reachable.txt, not in not-yet.txt, and not passed; target/surefire-reports says why,"
                        + " or target/tck/unloadable.txt");
    }

    @Test
    void shouldHaveNothingAmongNotYetThatPasses() {
        Set<String> left = Boolean.getBoolean("tck.tighten") ? Set.of() : verdict.mended();
        assertEquals(Set.of(), left, "passed, and listed in not-yet.txt: './stoatflow tck --tighten' removes them");
    }

    @Test
    void shouldNameListedExecutionsOnly() {
        assertEquals(Set.of(), verdict.unknown(), "in not-yet.txt, and not in reachable.txt");
    }
}
