package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Docs;
import org.stoatflow.runtime.testkit.Topic;

/**
 * An application with default settings takes as much resident memory as the formula of {@code docs/OPERATIONS.md} says,
 * and no more, with states of several sizes. {@code ./stoatflow memory} runs it.
 */
@Tag("long")
class MemoryFormulaIT {
    private static final Pattern BESIDE_HEAP = Pattern.compile("With all defaults that is heap \\+ (\\d+) MiB");
    private static final long HEAP_MIB = 256;
    private static final int VALUE_BYTES = 1_000;
    private static final long MIB = 1L << 20;
    private static final double LEAST = 0.85;

    @TempDir
    Path folder;

    @Test
    void shouldTakeWhatTheFormulaSays() throws Exception {
        String sizes = System.getProperty("stoatflow.memory.sizes", "");
        assumeTrue(!sizes.isEmpty(), "takes minutes of a quiet machine: ./stoatflow memory measures");
        Matcher documented = BESIDE_HEAP.matcher(Docs.page("OPERATIONS.md"));
        assertTrue(documented.find());
        long formula = HEAP_MIB + Long.parseLong(documented.group(1));
        List<String> wrong = new ArrayList<>();
        for (String size : sizes.split(",")) {
            long resident = residentMib(Long.parseLong(size));
            String said = "MemoryFormulaIT: " + resident + " MiB resident with " + size + " MiB of rows written, "
                    + formula + " MiB by the formula";
            System.out.println(said);
            if (resident > formula || resident < LEAST * formula) {
                wrong.add(said);
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** The highest of an application that has written so much. */
    private long residentMib(long stateMib) throws IOException, InterruptedException {
        int records = (int) (stateMib * MIB / VALUE_BYTES / BoundedMemoryMain.WRITES);
        String in = Topic.create("rows", BoundedMemoryMain.PARTITIONS);
        String name = TestCluster.shared().uniqueName("memory-formula");
        try (WordCountProcess application = WordCountProcess.start(
                BoundedMemoryMain.class,
                List.of(
                        "-Xms" + HEAP_MIB + "m",
                        "-Xmx" + HEAP_MIB + "m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:+ExitOnOutOfMemoryError"),
                folder.resolve(name + ".out"),
                TestCluster.shared().bootstrapServers(),
                name,
                folder.resolve(name).toString(),
                in,
                String.valueOf(records))) {
            application.awaitOutput("state RUNNING");
            BoundedMemoryIT.feed(in, records, VALUE_BYTES);
            for (int part = 1; part <= BoundedMemoryMain.PARTS; part++) {
                application.awaitOutput("part " + part + " done");
            }
            application.awaitOutput("processed with");
            return BoundedMemoryIT.resident(application, "VmHWM:") / MIB;
        }
    }
}
