package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.explain.Explain;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsConfig;

/** The questions that {@code explain} asks the cluster. */
class ExplainIT {
    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("explained");

    @Test
    void shouldTakeNumbersOfPartitionsFromTheCluster() {
        String lines = Topic.create("lines", 5);
        TestCluster.shared().createTopic(application + "-counts-changelog", 7);

        String text = Explain.text(WordCount.topology(lines, "counts"), config());

        assertEquals(
                Explain.text(
                        WordCount.topology(lines, "counts"),
                        config(),
                        Map.of(lines, 5, application + "-counts-changelog", 7)),
                text);
        assertTrue(text.contains("  partitions  5\n  lanes       5 (0 to 4)"), text);
        assertTrue(text.contains("7 partitions, not cached, changelog " + application + "-counts-changelog"), text);
    }

    @Test
    void shouldNameATopicThatThereIsNot() {
        String message = String.valueOf(assertThrows(
                        PlanException.class,
                        () -> Explain.text(WordCount.topology("no-such-lines", "counts"), config()))
                .getMessage());

        assertTrue(message.contains("source topic no-such-lines"), message);
    }

    private StreamsConfig config() {
        return new StreamsConfig(OurApp.config(application, folder, "exactly_once_v2"));
    }
}
