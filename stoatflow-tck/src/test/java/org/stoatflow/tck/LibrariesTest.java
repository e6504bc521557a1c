package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Looks at libraries that stand on Kafka Streams: what they name of its internals has to be in the drop-in. */
class LibrariesTest {
    private static final Path LISTED = Path.of(System.getProperty("tck.lists"), "libraries-not-yet.txt");
    private static final Path LIBRARIES = Path.of(System.getProperty("tck.work"), "libraries");
    private static final Path THEIRS = Path.of(System.getProperty("tck.work"), "reference", "kafka-streams.jar");
    private static final int LIBRARIES_MIN = 10;

    @Test
    void shouldHaveWhatLibrariesNameOfKafkaStreamsInternals() throws IOException {
        List<Path> jars;
        try (Stream<Path> all = Files.list(LIBRARIES)) {
            jars = all.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
        assertTrue(jars.size() >= LIBRARIES_MIN, "libraries=" + jars);
        Set<String> named = new TreeSet<>();
        for (Path jar : jars) {
            named.addAll(NamedInternals.in(jar));
        }
        assertFalse(named.isEmpty(), "nothing is named");
        Set<String> missing = new TreeSet<>();
        try (ZipFile theirs = new ZipFile(THEIRS.toFile())) {
            for (String name : named) {
                // What this version of Kafka Streams has no longer, a library names for older ones.
                if (theirs.getEntry(typeOf(name) + ".class") != null && !isHere(name)) {
                    missing.add(name);
                }
            }
        }
        assertEquals(NotYet.in(LISTED).all(), missing, "missing in the drop-in, beside " + LISTED.getFileName());
    }

    private static String typeOf(String name) {
        return name.replaceFirst("#.*", "");
    }

    private static boolean isHere(String name) throws IOException {
        String type = typeOf(name);
        if (type.equals(name)) {
            return parsed(type) != null;
        }
        String member = name.substring(type.length() + 1);
        String above = type;
        while (above != null) {
            ClassModel model = parsed(above);
            if (model == null) {
                return false;
            }
            if (declares(model, member)) {
                return true;
            }
            above = model.superclass().map(parent -> parent.asInternalName()).orElse(null);
        }
        return false;
    }

    private static boolean declares(ClassModel model, String member) {
        return model.methods().stream()
                        .anyMatch(method -> member.equals(method.methodName().stringValue()
                                + method.methodType().stringValue()))
                || model.fields().stream()
                        .anyMatch(field -> member.equals(field.fieldName().stringValue() + ":"
                                + field.fieldType().stringValue()));
    }

    private static ClassModel parsed(String type) throws IOException {
        try (InputStream in = LibrariesTest.class.getClassLoader().getResourceAsStream(type + ".class")) {
            return in == null ? null : ClassFile.of().parse(in.readAllBytes());
        }
    }
}
