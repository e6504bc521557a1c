package org.stoatflow.bench.contest;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.stoatflow.bench.latency.BenchFailure;

/** Class paths on which the engine is another build's; all else, harness and libraries, is ours. */
final class EngineJars {
    /** The modules that are the engine, and what is measured. */
    static final List<String> MODULES = List.of(
            "stoatflow-api",
            "stoatflow-state",
            "stoatflow-restore",
            "stoatflow-kernel",
            "stoatflow-runtime",
            "stoatflow-http");

    private EngineJars() {}

    /** This class path with {@code engine} in place of its own engine. */
    static String inPlace(String classPath, List<Path> engine) throws BenchFailure {
        List<String> entries = Arrays.asList(classPath.split(File.pathSeparator));
        List<String> others =
                entries.stream().filter(entry -> !isEngine(Path.of(entry))).toList();
        if (others.size() == entries.size()) {
            throw new BenchFailure("there is no engine on the class path " + classPath);
        }
        List<String> all =
                new ArrayList<>(engine.stream().map(path -> path.toString()).toList());
        all.addAll(others);
        return String.join(File.pathSeparator, all);
    }

    /** The engine that is on a class path. */
    static List<Path> of(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(Path::of)
                .filter(EngineJars::isEngine)
                .toList();
    }

    /** Whether an entry is a jar of the engine, or a folder of its classes. */
    private static boolean isEngine(Path entry) {
        String module = entry.getNameCount() > 2 && entry.endsWith(Path.of("target", "classes"))
                ? String.valueOf(entry.getName(entry.getNameCount() - 3))
                : String.valueOf(entry.getFileName()).replaceFirst("-[0-9].*\\.jar$", "");
        return MODULES.contains(module);
    }
}
