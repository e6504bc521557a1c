package org.stoatflow.migration;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.openrewrite.java.JavaParser;
import org.openrewrite.kotlin.KotlinParser;

/**
 * Java sources of the tests: read, parsed with Kafka Streams on the class path, and compiled with our modules there
 * instead.
 */
final class Sources {
    private static final String KAFKA_STREAMS = "kafka-streams-";
    private static final List<Path> CLASS_PATH = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();

    private Sources() {}

    /** The sources of Kafka Streams' published examples, by path. */
    static Map<String, String> examples() throws IOException {
        Path jar = CLASS_PATH.stream()
                .filter(path -> name(path).startsWith(KAFKA_STREAMS + "examples-")
                        && name(path).endsWith("-sources.jar"))
                .findFirst()
                .orElseThrow();
        Map<String, String> sources = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".java")) {
                    byte[] text = file.getInputStream(entry).readAllBytes();
                    sources.put(entry.getName(), new String(text, StandardCharsets.UTF_8));
                }
            }
        }
        return sources;
    }

    /** A parser that knows Kafka Streams' types, as they are on the class path of an application before it moves. */
    static JavaParser parser() {
        return JavaParser.fromJavaVersion().classpath(classPathBefore()).build();
    }

    static KotlinParser kotlinParser() {
        return KotlinParser.builder().classpath(classPathBefore()).build();
    }

    private static List<Path> classPathBefore() {
        return CLASS_PATH.stream()
                .filter(Files::exists)
                .filter(path -> !isOurs(path))
                .toList();
    }

    /** What the compiler finds wrong with these sources where our modules are in place of Kafka Streams. */
    static List<String> compile(Map<String, String> sources, Path folder) throws IOException {
        List<Path> files = written(sources, folder);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> findings = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(findings, null, null)) {
            String classPath = String.join(
                    File.pathSeparator,
                    CLASS_PATH.stream()
                            .filter(path -> !name(path).startsWith(KAFKA_STREAMS))
                            .map(Path::toString)
                            .toList());
            List<String> options = List.of("-proc:none", "-cp", classPath, "-d", folder.toString());
            compiler.getTask(null, manager, findings, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        return findings.getDiagnostics().stream()
                .filter(finding -> finding.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .toList();
    }

    private static List<Path> written(Map<String, String> sources, Path folder) throws IOException {
        List<Path> files = sources.keySet().stream().map(folder::resolve).toList();
        for (Path file : files) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, sources.get(folder.relativize(file).toString()));
        }
        return files;
    }

    private static boolean isOurs(Path path) {
        return Stream.of("stoatflow-api", "stoatflow-test-utils")
                .anyMatch(module -> path.toString().contains(module));
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
