package org.stoatflow.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of all commands, over a Maven that only notes that it was called. */
class ScriptTest {
    private static final Path SCRIPT = Path.of("..", "stoatflow");
    private static final int BAD_ARGUMENTS = 2;

    @TempDir
    Path tree;

    @BeforeEach
    void layOut() throws IOException {
        Files.copy(SCRIPT, tree.resolve("stoatflow"));
        for (String folder : List.of(".mvn", "bin", "examples/src/main", "examples/target")) {
            Files.createDirectories(tree.resolve(folder));
        }
        Files.createFile(tree.resolve("pom.xml"));
        Files.createFile(tree.resolve("examples/pom.xml"));
        try (ZipOutputStream jar =
                new ZipOutputStream(Files.newOutputStream(tree.resolve("examples/target/examples-0.jar")))) {
            jar.putNextEntry(new ZipEntry("nothing"));
        }
        Files.writeString(tree.resolve("classpath"), System.getProperty("java.class.path"));
        Path maven = tree.resolve("bin/mvn");
        Files.writeString(maven, """
                #!/bin/sh
                echo built >>builds
                sleep 1
                cp classpath examples/target/runtime-classpath
                """);
        assertTrue(maven.toFile().setExecutable(true));
    }

    @Test
    void shouldNotBuildNewerSourcesForHelp() throws Exception {
        Process first = begun("broker", "--help");
        String help = text(first);
        assertEquals(0, first.waitFor(), help);
        assertTrue(help.contains("--port"), help);
        age();
        Process second = begun("broker", "--help");
        String again = text(second);
        assertTrue(again.contains("--port"), again);
        assertEquals(1, builds());
    }

    @Test
    void shouldBuildOnceWhereTwoCommandsBegin() throws Exception {
        List<Process> both = List.of(begun("broker", "--port", "0"), begun("broker", "--port", "0"));
        for (Process one : both) {
            String said = text(one);
            assertEquals(BAD_ARGUMENTS, one.waitFor(), said);
        }
        assertEquals(1, builds());
        age();
        text(begun("broker", "--port", "0"));
        assertEquals(2, builds());
    }

    /** What was built is older than the sources from now on. */
    private void age() throws IOException {
        Files.setLastModifiedTime(tree.resolve("examples/target/built"), FileTime.fromMillis(0));
    }

    private int builds() throws IOException {
        return Files.readAllLines(tree.resolve("builds")).size();
    }

    private Process begun(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "stoatflow"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(tree.toFile()).redirectErrorStream(true);
        builder.environment().remove("STOATFLOW_LOCKED"); // of a command that runs this test
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", tree.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return builder.start();
    }

    /** All that a process writes, up to its end. */
    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
