package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** Lanes of a stage by key share its tasks, so that none of them has a task's folder. */
class FoldersByKeyTest {
    private static final int LANES = 2;

    private final Set<File> inInit = new HashSet<>();
    private final Set<File> inProcess = new HashSet<>();

    @Test
    void shouldGiveTheApplicationsFolderAtAllTimes() {
        LaneRig rig = LaneRig.byKey(
                builder -> builder.<String, String>stream(LaneRig.IN).process(Asking::new),
                ErrorHandling.FAILING,
                LANES,
                0);
        for (int partition = 0; partition < LaneRig.PARTITIONS; partition++) {
            rig.feed(partition, "a=1", "b=2", "c=3");
        }
        rig.run();
        Set<File> ofApplication = Set.of(new TestApplication().stateFolder().toFile());
        assertEquals(List.of(ofApplication, ofApplication), List.of(inInit, inProcess));
    }

    private final class Asking extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            inInit.add(context.stateDir());
        }

        @Override
        public void process(Record<String, String> record) {
            inProcess.add(context().stateDir());
        }
    }
}
