package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.latency.Arm;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Tool;

/** In a repository whose command only pretends to build. */
class OtherRevisionTest {
    private static final String COMMAND = """
            #!/bin/sh
            mkdir stoatflow-api/target
            echo "$@" > stoatflow-api/target/stoatflow-api-1.0.jar
            touch stoatflow-api/target/stoatflow-api-1.0-sources.jar
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private Tool tool;
    private Path kept;

    @BeforeEach
    void makeRepository() throws Exception {
        Path repository = Files.createDirectory(folder.resolve("repository"));
        kept = folder.resolve("kept");
        tool = new Tool(repository, Duration.ofMinutes(1));
        git("init", "--quiet");
        Files.createDirectory(repository.resolve("stoatflow-api"));
        Files.writeString(repository.resolve("stoatflow-api/pom.xml"), "<project/>");
        commit(COMMAND);
    }

    @Test
    void shouldBuildACommitOnceAndKeepItsJars() throws Exception {
        String commit = git("rev-parse", "HEAD");
        commit("#!/bin/sh\nexit 1\n");

        Arm arm = arm("HEAD~1");
        Arm again = arm(commit);

        Path jar = kept.resolve(commit).resolve("stoatflow-api-1.0.jar");
        assertEquals("commit " + commit.substring(0, 8), arm.title());
        assertEquals(arm, again);
        assertTrue(
                arm.jvmArgs().getLast().startsWith(jar.toString()),
                arm.jvmArgs().getLast());
        assertEquals("build -pl stoatflow-api -am", Files.readString(jar).strip());
        assertEquals(1, said.toString(StandardCharsets.UTF_8).lines().count());
        assertEquals(1, git("worktree", "list").lines().count());
    }

    @Test
    void shouldKeepNothingOfABuildThatFails() throws Exception {
        String commit = commit("#!/bin/sh\necho no compiler\nexit 1\n");

        BenchFailure failure = assertThrows(BenchFailure.class, () -> arm("HEAD"));

        assertTrue(String.valueOf(failure.getMessage()).contains("no compiler"), failure.getMessage());
        assertFalse(Files.exists(kept.resolve(commit)));
    }

    @Test
    void shouldRefuseWhatIsNoCommit() {
        assertThrows(BenchFailure.class, () -> arm("no-such-branch"));
    }

    private Arm arm(String reference) throws Exception {
        return new OtherRevision(tool.folder(), kept, new PrintStream(said, true, StandardCharsets.UTF_8))
                .arm(reference);
    }

    /** Commits this command; its hash. */
    private String commit(String command) throws Exception {
        Path file = tool.folder().resolve("stoatflow");
        Files.writeString(file, command);
        assertTrue(file.toFile().setExecutable(true));
        git("add", "--all");
        git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "test");
        return git("rev-parse", "HEAD");
    }

    private String git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        return tool.run(command);
    }
}
