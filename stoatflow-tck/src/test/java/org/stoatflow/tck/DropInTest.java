package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.stoatflow.relocation.ConstantTexts;
import org.stoatflow.relocation.Renaming;

/** Looks at the drop-in's classes as its users get them. */
class DropInTest {
    private static final Path MISSING = Path.of(System.getProperty("tck.lists"), "missing.txt");
    private static final Path REFERENCE = Path.of(System.getProperty("tck.work"), "reference");

    @Test
    void shouldHaveThePublicTypesAndMembersOfKafkaStreams() throws IOException, URISyntaxException {
        PublicApi theirs = PublicApi.in(
                List.of(REFERENCE.resolve("kafka-streams.jar"), REFERENCE.resolve("kafka-streams-test-utils.jar")));
        Set<String> missing = theirs.missingIn(PublicApi.in(dropIn()));
        System.out.println("api: " + missing.size() + " differences in " + theirs.typeCount() + " types and "
                + theirs.memberCount() + " members");

        NotYet listed = NotYet.in(MISSING);
        Set<String> more = new TreeSet<>(missing);
        more.removeAll(listed.all());
        assertEquals(Set.of(), more, "missing, and not listed in " + MISSING.getFileName());
        Set<String> mended = new TreeSet<>(listed.all());
        mended.removeAll(missing);
        if (Boolean.getBoolean("tck.tighten")) {
            listed.writeWithout(mended, MISSING);
        } else {
            assertEquals(
                    Set.of(),
                    mended,
                    "there, and listed in " + MISSING.getFileName() + ": './stoatflow tck --tighten' removes them");
        }
    }

    @Test
    void shouldNotNameTheOldPackageAnywhere() throws IOException, URISyntaxException {
        Renaming renaming = new Renaming("org.stoatflow.streams", "org.apache.kafka.streams");
        Set<String> found = new TreeSet<>();
        int classes = 0;
        for (Path source : dropIn()) {
            if (Files.isDirectory(source)) {
                classes += namesOld(source, renaming, found);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(source)) {
                    classes += namesOld(jar.getPath("/"), renaming, found);
                }
            }
        }
        assertEquals(Set.of(), found);
        assertTrue(classes > 1_000, "classes=" + classes);
    }

    @Test
    void shouldBeTheOnlyKafkaStreamsOnTheClassPath() throws IOException {
        ClassLoader loader = getClass().getClassLoader();
        for (Class<?> type : List.of(KafkaStreams.class, TopologyTestDriver.class)) {
            String path = type.getName().replace('.', '/') + ".class";
            assertEquals(1, Collections.list(loader.getResources(path)).size(), path);
        }
        assertThrows(ClassNotFoundException.class, () -> Class.forName("org.stoatflow.streams.KafkaStreams"));
    }

    private static List<Path> dropIn() throws URISyntaxException {
        List<Path> sources = new ArrayList<>();
        for (Class<?> type : List.of(KafkaStreams.class, TopologyTestDriver.class)) {
            sources.add(Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return sources;
    }

    private static int namesOld(Path root, Renaming renaming, Set<String> found) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("META-INF/maven"))
                    .toList();
        }
        int classes = 0;
        for (Path file : files) {
            byte[] content = Files.readAllBytes(file);
            boolean isClass = file.toString().endsWith(".class");
            classes += isClass ? 1 : 0;
            List<String> texts = isClass
                    ? ConstantTexts.of(content)
                    : List.of(file.toString(), new String(content, StandardCharsets.ISO_8859_1));
            texts.stream().filter(renaming::touches).forEach(text -> found.add(root.relativize(file) + ": " + text));
        }
        return classes;
    }
}
