package org.stoatflow.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.stoatflow.restore.ChangelogRestorer;
import org.stoatflow.runtime.run.Run;

/** The calls of Kafka's clients that the engine's compiled classes make, as {@code Producer.send}. */
final class EngineCalls {
    private static final Map<String, String> CLIENTS = Map.of(
            "org/apache/kafka/clients/consumer/Consumer", "Consumer",
            "org/apache/kafka/clients/producer/Producer", "Producer",
            "org/apache/kafka/clients/admin/Admin", "Admin");

    private EngineCalls() {}

    static Set<String> made() {
        Set<String> calls = new TreeSet<>();
        for (Class<?> ofModule : List.of(Run.class, ChangelogRestorer.class)) {
            addOf(ofModule, calls);
        }
        return calls;
    }

    private static void addOf(Class<?> ofModule, Set<String> calls) {
        try {
            URI place =
                    ofModule.getProtectionDomain().getCodeSource().getLocation().toURI();
            Path path = Path.of(place);
            if (Files.isDirectory(path)) {
                addBelow(path, calls);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(path)) {
                    addBelow(jar.getPath("/"), calls);
                }
            }
        } catch (URISyntaxException | IOException failure) {
            throw new IllegalStateException("cannot read the classes of " + ofModule, failure);
        }
    }

    private static void addBelow(Path folder, Set<String> calls) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .forEach(file -> addOf(file, calls));
        }
    }

    private static void addOf(Path classFile, Set<String> calls) {
        ClassModel model;
        try {
            model = ClassFile.of().parse(Files.readAllBytes(classFile));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        for (MethodModel method : model.methods()) {
            method.code().ifPresent(code -> code.forEach(element -> addCall(element, calls)));
        }
    }

    private static void addCall(CodeElement element, Set<String> calls) {
        if (element instanceof InvokeInstruction call) {
            String client = CLIENTS.get(call.owner().asInternalName());
            if (client != null) {
                calls.add(client + "." + call.name().stringValue());
            }
        }
    }
}
