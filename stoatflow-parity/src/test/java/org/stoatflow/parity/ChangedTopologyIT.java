package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.parity.program.ChangeRuns;

/**
 * An application is closed and started again with another topology: {@code changed-topologies.txt} says for each change
 * what both libraries make of the stores. {@code -Dchanged.write=folder} writes what they do to files.
 */
@Execution(ExecutionMode.CONCURRENT)
class ChangedTopologyIT {
    private static final String WRITTEN = System.getProperty("changed.write");
    private static final ChangeLibrary OURS = new ChangeRuns();
    private static final ChangeLibrary THEIRS = theirs();
    private static final ChangeAnswers ANSWERS = ChangeAnswers.read();

    @TempDir
    static Path folder;

    private static ChangeLibrary theirs() {
        try {
            return (ChangeLibrary) new RenamingLoader()
                    .loadClass(ChangeRuns.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new AssertionError(broken);
        }
    }

    static List<String> changes() {
        return OURS.changes();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldAnswerAsWritten(String change) throws IOException {
        compare(change, "sf", ANSWERS.ours(change), OURS);
    }

    /** Of those that are drawn, or all, {@link Draw}. */
    @ParameterizedTest
    @MethodSource("drawn")
    void shouldSayWhatKafkaStreamsAnswers(String change) throws IOException {
        compare(change, "ks", ANSWERS.theirs(change), THEIRS);
    }

    static List<String> drawn() {
        return WRITTEN == null ? new Draw("ChangedTopologyIT").of(changes()) : changes();
    }

    private static void compare(String change, String of, String expected, ChangeLibrary library) throws IOException {
        String id = TestCluster.shared().uniqueName("changed");
        Place place = new Place(id, Files.createDirectories(folder.resolve(id)));
        String lines = String.join("\n", library.run(change, place));
        if (WRITTEN == null) {
            assertEquals(expected, lines);
        } else {
            Files.writeString(Path.of(WRITTEN, change.replace(' ', '-') + "." + of), lines + "\n");
        }
    }

    @Test
    void shouldRunTheProgramOnBothLibraries() {
        assertTrue(THEIRS.getClass() != OURS.getClass(), "loaded twice");
        assertEquals(OURS.changes(), THEIRS.changes());
    }

    @Test
    void shouldHaveAnAnswerForEachChange() {
        assertEquals(OURS.changes(), ANSWERS.changes());
    }

    @Test
    void shouldSayWhyAnAnswerIsNotThatOfKafkaStreams() {
        assertEquals(List.of(), ANSWERS.unexplained());
    }

    /** So that a user finds on the page what differs from Kafka Streams. */
    @Test
    void shouldBeOnThePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "COMPATIBILITY.md"));
        assertEquals(
                List.of(),
                ANSWERS.apart().stream()
                        .filter(change -> !Pattern.compile("[|;] " + Pattern.quote(change) + "(?: [|]|;)")
                                .matcher(page)
                                .find())
                        .toList());
    }
}
