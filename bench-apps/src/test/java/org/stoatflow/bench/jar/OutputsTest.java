package org.stoatflow.bench.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.bench.jar.Outputs.Comparison;
import org.stoatflow.bench.latency.Library;

class OutputsTest {
    @Test
    void shouldFindTheSame() {
        assertEquals(
                new Comparison.Same(),
                outputs("a", "1", "b", "1", "a", "2").comparedWith(outputs("b", "1", "a", "1", "a", "2")));
    }

    @Test
    void shouldFindTheSameInTheEndWhereACacheLeavesOutWhatWasBetween() {
        assertEquals(new Comparison.SameInTheEnd(), outputs("a", "1", "a", "2").comparedWith(outputs("a", "2")));
    }

    @Test
    void shouldSayWhatDiffers() {
        assertEquals(
                new Comparison.Different(List.of("out, key 'a': '2' and '1'", "out, key 'b': nothing and '1'")),
                outputs("a", "1", "a", "2").comparedWith(outputs("a", "1", "b", "1")));
    }

    @Test
    void shouldNotCareForTheOrderOfRecordsWithoutKey() {
        assertEquals(new Comparison.Same(), outputs(null, "1", null, "2").comparedWith(outputs(null, "2", null, "1")));
        assertNotEquals(
                new Comparison.SameInTheEnd(), outputs(null, "1", null, "2").comparedWith(outputs(null, "2")));
    }

    @Test
    void shouldShowBytesThatAreNoText() {
        assertEquals("00000005", Outputs.text(new byte[] {0, 0, 0, 5}));
        assertEquals("null", Outputs.text(null));
    }

    @Test
    void shouldHaveTheDropInStandInPlaceOfKafkaStreams() {
        ClassPaths paths = new ClassPaths(
                path("/app/mine.jar", "/app/kafka-streams-4.3.0.jar"),
                path(
                        "/tree/target/classes",
                        "/run/stoatflow-api-1.jar",
                        "/m2/kafka-streams-4.4.0.jar",
                        "/m2/rocksdbjni-9.jar"),
                Path.of("/run/drop-in.jar"));

        assertEquals(
                path(
                        "/app/mine.jar",
                        "/app/kafka-streams-4.3.0.jar",
                        "/m2/kafka-streams-4.4.0.jar",
                        "/m2/rocksdbjni-9.jar"),
                paths.of(Library.KAFKA_STREAMS));
        assertEquals(path("/run/drop-in.jar", "/app/mine.jar", "/m2/rocksdbjni-9.jar"), paths.of(Library.STOATFLOW));
    }

    @Test
    void shouldFeedTheSameAgain() throws Exception {
        Input generated = Input.read("in", Optional.empty());
        Input recorded = new Input("in", List.of("k\tv", "only"));

        assertEquals(
                Outputs.text(generated.record(7).value()),
                Outputs.text(generated.record(7).value()));
        assertNotEquals(
                Outputs.text(generated.record(7).value()),
                Outputs.text(generated.record(8).value()));
        assertEquals("'k'", Outputs.text(recorded.record(2).key()));
        assertEquals(
                "null 'only'",
                Outputs.text(recorded.record(1).key()) + " "
                        + Outputs.text(recorded.record(1).value()));
    }

    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries);
    }

    /** Key, value, key, value ... */
    private static Outputs outputs(@Nullable String... texts) {
        Outputs outputs = new Outputs();
        for (int record = 0; record < texts.length; record += 2) {
            outputs.add("out", bytes(texts[record]), bytes(texts[record + 1]));
        }
        return outputs;
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}
