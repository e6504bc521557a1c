package org.stoatflow.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of all commands, over a Maven that only notes that it was called. */
class ScriptTest {
    private static final Path SCRIPT = Path.of("..", "stoatflow");
    private static final int FAILED = 1;
    private static final int BAD_ARGUMENTS = 2;
    private static final int COMMANDS_MIN = 35;

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
    void shouldBuildNothingForTheHelpOfACommand() throws Exception {
        List<String> commands = text(begun("help"))
                .lines()
                .filter(line -> line.startsWith("  "))
                .map(line -> line.strip().split(" ")[0])
                .distinct()
                .toList();
        assertTrue(commands.size() >= COMMANDS_MIN, commands::toString);
        for (String command : commands) {
            Process process = begun(command, "--help");
            String said = text(process);
            assertEquals(0, process.waitFor(), said);
            assertTrue(said.contains(command), said);
        }
        assertEquals(0, builds());
    }

    @Test
    void shouldNotBuildNewerSourcesForHelp() throws Exception {
        text(begun("broker", "--port", "0"));
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

    @Test
    void shouldSayInOneLineThatAPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Process broker = begun("broker", "--port", Integer.toString(taken.getLocalPort()));
            String said = text(broker);
            assertEquals(FAILED, broker.waitFor(), said);
            assertEquals(2, ownLines(said).size(), said);
            assertEquals("Starting a Kafka broker ...", ownLines(said).getFirst());
            assertTrue(ownLines(said).getLast().startsWith("failed: "), said);
            assertTrue(ownLines(said).getLast().contains("port " + taken.getLocalPort()), said);
        }
    }

    @Test
    void shouldSayInOneLineThatTheTemporaryFolderTakesNothing() throws Exception {
        Path gone = tree.resolve("gone");
        Process demo = begun(Map.of("STOATFLOW_JAVA_OPTS", "-Djava.io.tmpdir=" + gone), "demo", "--seconds", "5");
        String said = text(demo);
        assertEquals(FAILED, demo.waitFor(), said);
        assertEquals(1, ownLines(said).size(), said);
        assertTrue(ownLines(said).getFirst().startsWith("failed: the demo's files have no place"), said);
        assertTrue(ownLines(said).getFirst().contains(gone.toString()), said);
    }

    /** What a command says, without the script's words about building, and the JVM's. */
    private static List<String> ownLines(String said) {
        return said.lines()
                .filter(line -> !line.startsWith("stoatflow: ") && !line.startsWith("WARNING: "))
                .toList();
    }

    /** What was built is older than the sources from now on. */
    private void age() throws IOException {
        Files.setLastModifiedTime(tree.resolve("examples/target/built"), FileTime.fromMillis(0));
    }

    private int builds() throws IOException {
        Path builds = tree.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    private Process begun(String... arguments) throws IOException {
        return begun(Map.of(), arguments);
    }

    private Process begun(Map<String, String> variables, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "stoatflow"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(tree.toFile()).redirectErrorStream(true);
        // of a command that runs this test: the tree's lock, and options that each JVM tells of
        builder.environment().keySet().removeAll(List.of("STOATFLOW_LOCKED", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", tree.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().putAll(variables);
        return builder.start();
    }

    /** All that a process writes, up to its end. */
    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
