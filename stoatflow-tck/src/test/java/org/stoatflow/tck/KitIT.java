package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.stoatflow.tck.Reports.Outcome;

/** Runs the quick ones of Kafka Streams' integration tests; {@code ./stoatflow kit} runs all. */
class KitIT {
    private static final Path NOT_YET = Path.of(System.getProperty("tck.lists"), "kit-not-yet.txt");
    private static final Path WORK = Path.of(System.getProperty("tck.work"));
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @Test
    void shouldEndAsListed() throws InterruptedException {
        KitTests tests = KitTests.listed().shortOnes();
        Kit kit = new Kit(new KitProcess(KitFolders.in(WORK)), tests, NotYet.in(NOT_YET), System.out);
        Map<String, Outcome> outcomes = kit.runTogether(LIMIT);
        Verdict verdict = kit.judge(outcomes);
        assertEquals(Map.of(), verdict.broken(), "target/tck/kit/runs/together says why");
        assertEquals(Set.of(), verdict.mended(), "passed, and in kit-not-yet.txt");
        assertEquals(Set.of(), verdict.unknown(), "not in kit.txt");
    }

    @Test
    void shouldListEachClassOnce() {
        List<String> names =
                KitTests.listed().classes().stream().map(KitTests.OfClass::name).toList();
        assertEquals(names.size(), Set.copyOf(names).size());
        Reachable.listed("kit.txt").methods().keySet().forEach(name -> assertEquals(true, names.contains(name), name));
    }
}
