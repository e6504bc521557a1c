package org.stoatflow.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that the table of costs is made of. */
class CostsTest {
    @TempDir
    Path folder;

    @Test
    void shouldSeeChildren() throws Exception {
        ProcessorTime processors = new ProcessorTime();
        long beforeNs = processors.totalNs();
        int before = processors.processes();
        Process child = new ProcessBuilder("cat").start(); // until its input ends
        assertTrue(processors.totalNs() >= beforeNs);
        child.getOutputStream().close();
        assertEquals(0, child.waitFor());
        assertEquals(before + 1, processors.processes());
    }

    @Test
    void shouldWriteALineForEachClass() throws Exception {
        Costs costs = new Costs(folder.resolve("watch"), new ProcessorTime());
        for (String name : List.of("a.First", "a.Second")) {
            costs.begin();
            costs.end(name);
        }
        List<String> lines = Files.readAllLines(folder.resolve("watch")
                .resolve("costs-" + ProcessHandle.current().pid() + ".txt"));
        assertEquals(2, lines.size());
        assertTrue(lines.getFirst().matches("a\\.First \\d+ \\d+"), lines.getFirst());
        assertTrue(lines.getLast().matches("a\\.Second \\d+ \\d+"), lines.getLast());
    }
}
