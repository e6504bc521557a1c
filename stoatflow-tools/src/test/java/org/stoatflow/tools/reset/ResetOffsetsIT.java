package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.localkafka.TestCluster;

/** Where committed offsets are set to, and what is refused before anything is changed. */
class ResetOffsetsIT {
    private final Scene scene = new Scene();
    private final String topics = "--input-topics " + scene.input + " ";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "'', 2, 0",
        "--to-earliest, 2, 0",
        "--to-latest, 10, 6",
        "--to-offset 7, 7, 6",
        "--to-offset 1, 2, 1",
        "--shift-by -2, 3, 2",
        "--shift-by -4, 2, 0",
        "--shift-by 3, 8, 6",
        "--to-datetime 1970-01-01T00:00:04.500, 5, 5",
        "--to-datetime 1970-01-01T01:00:07.000+01:00, 7, 6",
        "--by-duration PT1H, 10, 6",
    })
    void shouldSetOffsets(String target, long offset0, long offset1) throws Exception {
        fill();
        assertEquals(Reset.DONE, scene.reset(topics + target), scene::said);
        assertEquals(Map.of(0, offset0, 1, offset1), scene.committed());
    }

    @Test
    void shouldSetOffsetsFromAFile() throws Exception {
        fill();
        Path file = Files.writeString(folder.resolve("offsets"), scene.input + ",0,6\n" + scene.input + ",1,60\n");
        assertEquals(Reset.DONE, scene.reset(topics + "--from-file " + file), scene::said);
        assertSaid("partition 1 to offset 6 (was 4; 60 is above the latest offset)");
        assertEquals(Map.of(0, 6L, 1, 6L), scene.committed());
    }

    @Test
    void shouldRefuseAFileThatDoesNotFitTheTopics() throws Exception {
        fill();
        Path file = Files.writeString(folder.resolve("offsets"), scene.input + ",0,6\n" + scene.input + ",7,60\n");
        assertEquals(Reset.FAILED, scene.reset(topics + "--from-file " + file));
        assertSaid("it has no line for [" + scene.input + "-1], and lines for [" + scene.input + "-7]");
        assertEquals(Map.of(0, 5L, 1, 4L), scene.committed());
    }

    @Test
    void shouldSetOffsetsOfAGroupThatIsNotThereYet() throws Exception {
        scene.write(0, 3);
        assertEquals(Reset.DONE, scene.reset(topics), scene::said);
        assertSaid("partition 0 to offset 0 (was none)");
        assertEquals(Map.of(0, 0L, 1, 0L), scene.committed());
    }

    @Test
    void shouldReadIntermediateTopicsFromTheirEnd() throws Exception {
        fill();
        assertEquals(Reset.DONE, scene.reset("--intermediate-topics " + scene.input), scene::said);
        assertEquals(Map.of(0, 10L, 1, 6L), scene.committed());
    }

    @Test
    void shouldSayWhichTopicIsNotThereAndDoTheRest() throws Exception {
        fill();
        assertEquals(Reset.FAILED, scene.reset(topics.strip() + ",nowhere"));
        assertSaid("topic nowhere is not there on ");
        assertEquals(Map.of(0, 2L, 1, 0L), scene.committed());
    }

    @Test
    void shouldDeleteTheNamedInternalTopicsOnly() throws Exception {
        TestCluster.shared().createTopic(scene.application + "-a-changelog", Scene.PARTITIONS);
        TestCluster.shared().createTopic(scene.application + "-b-repartition", Scene.PARTITIONS);
        assertEquals(Reset.FAILED, scene.reset("--internal-topics " + scene.input));
        assertSaid("which are no internal topics of " + scene.application);
        assertEquals(Reset.DONE, scene.reset("--internal-topics " + scene.application + "-b-repartition"), scene::said);
        assertTrue(scene.cluster().containsKey(scene.application + "-a-changelog"));
        assertTrue(!scene.cluster().containsKey(scene.application + "-b-repartition"));
    }

    @Test
    void shouldRefuseTopicsThatMayBelongToAnotherApplication() throws Exception {
        fill();
        Scene.answer(Scene.admin()
                .alterConsumerGroupOffsets(
                        scene.application + "-2", Map.of(new TopicPartition(scene.input, 0), new OffsetAndMetadata(1)))
                .all());
        TestCluster.shared().createTopic(scene.application + "-2-a-changelog", Scene.PARTITIONS);
        Map<String, Object> before = scene.cluster();
        assertEquals(Reset.FAILED, scene.reset(topics));
        assertSaid(
                "may belong to another application, by its name: there are the groups [" + scene.application + "-2]");
        assertEquals(before, scene.cluster());
    }

    @Test
    void shouldNameTheBrokersThatDoNotAnswer() {
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        ResetOptions options = new ResetOptions(
                "app",
                Map.of("bootstrap.servers", "localhost:1"),
                new ResetOptions.Named(List.of("in"), List.of(), List.of(), null),
                new Target.Earliest(),
                null,
                new ResetOptions.Flags(false, false, false));
        PrintStream printed = new PrintStream(errors);
        assertEquals(
                Reset.FAILED,
                new Reset(options, printed, printed, Duration.ofSeconds(2), Duration.ofSeconds(2), question -> false)
                        .run());
        assertEquals(
                "stoatflow reset: No answer from the Kafka cluster at bootstrap.servers=localhost:1 within 2000"
                        + " ms, while describing group app. Check that the brokers run and can be reached from here\n",
                errors.toString(StandardCharsets.UTF_8));
    }

    /** Ten records, of which two are deleted, and six; five and four of them are committed. */
    private void fill() throws Exception {
        scene.write(0, 10);
        scene.write(1, 6);
        Scene.answer(Scene.admin()
                .deleteRecords(Map.of(new TopicPartition(scene.input, 0), RecordsToDelete.beforeOffset(2)))
                .all());
        scene.commit(5, 4);
    }

    private void assertSaid(String part) {
        assertTrue(scene.said().contains(part), () -> part + " is not in:\n" + scene.said());
    }
}
