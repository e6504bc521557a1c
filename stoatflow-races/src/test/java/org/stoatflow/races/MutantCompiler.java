package org.stoatflow.races;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a class of the engine with a fault in it. */
final class MutantCompiler {

    private MutantCompiler() {}

    /** The class path of the tests' JVM, which surefire may hide in the manifest of a jar. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The classes of the mutant's source file, by name. */
    static Map<String, byte[]> compile(Mutant mutant, Path folder) throws IOException {
        Path original = Path.of("..", mutant.module(), "src", "main", "java")
                .resolve(mutant.className().replace('.', '/') + ".java");
        Path source = folder.resolve(original.getFileName().toString());
        Files.writeString(source, mutant.of(Files.readString(original)));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath(), "-d", classes.toString());
            if (!compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(source))
                    .call()) {
                throw new IllegalStateException(mutant + " does not compile");
            }
        }
        return read(classes);
    }

    private static Map<String, byte[]> read(Path classes) throws IOException {
        Map<String, byte[]> read = new HashMap<>();
        try (Stream<Path> all = Files.walk(classes)) {
            all.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                String name = classes.relativize(file).toString().replace('/', '.');
                read.put(name.substring(0, name.length() - ".class".length()), bytes(file));
            });
        }
        return read;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
