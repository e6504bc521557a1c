package org.stoatflow.tools.reset;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.program.ProgramOptions;
import picocli.CommandLine.Option;

/** The options that name the application's topology. */
final class TopologyOptions {
    @Option(
            names = "--topology",
            paramLabel = "<class.method>",
            description = "a static method that returns the application's topology, which names its internal topics")
    private @Nullable String topology;

    @Option(names = "--classpath", paramLabel = "<paths>", description = "folders and jars where that class is")
    private @Nullable String classpath;

    @Option(
            names = "--config",
            paramLabel = "<file>",
            description = "the application's configuration, where its topology depends on it")
    private @Nullable String config;

    /** Null where no topology is named. */
    @Nullable
    ProgramOptions program() {
        List<String> paths = classpath == null ? List.of() : List.of(classpath.split(File.pathSeparator));
        return topology == null ? null : new ProgramOptions(topology, config, Map.of(), paths);
    }
}
