package org.stoatflow.bench.contest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.stoatflow.bench.latency.Arm;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.Tool;
import org.stoatflow.state.FolderDeletion;

/**
 * The engine of another commit of this repository. It is built in a work tree of its own, by that commit's own command;
 * its jars are kept by the commit's hash, so each commit is built once.
 */
final class OtherRevision {
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final int SHORT = 8;

    private final Path kept;
    private final Tool here;
    private final PrintStream out;

    /**
     * Of the repository that a folder is in.
     *
     * @param kept folder of the jars of all commits
     */
    OtherRevision(Path folder, Path kept, PrintStream out) {
        this.kept = kept.toAbsolutePath();
        this.here = new Tool(folder, LIMIT);
        this.out = out;
    }

    /** The commit's engine, below our harness. */
    Arm arm(String reference) throws BenchFailure, InterruptedException {
        String commit = here.run(List.of("git", "rev-parse", "--verify", "--end-of-options", reference + "^{commit}"));
        String classPath = EngineJars.inPlace(System.getProperty("java.class.path"), jars(commit));
        return new Arm("commit " + commit.substring(0, SHORT), Library.STOATFLOW, List.of("-cp", classPath));
    }

    private List<Path> jars(String commit) throws BenchFailure, InterruptedException {
        Path folder = kept.resolve(commit);
        try {
            if (!Files.isDirectory(folder)) {
                build(commit, folder);
            }
            try (Stream<Path> jars = Files.list(folder)) {
                return jars.sorted().toList();
            }
        } catch (IOException failure) {
            throw new BenchFailure("the jars of commit " + commit + " cannot be kept: " + failure, failure);
        }
    }

    private void build(String commit, Path folder) throws IOException, BenchFailure, InterruptedException {
        out.println("Building the engine of commit " + commit + ", which takes some minutes ...");
        Path tree = kept.resolve(commit + "-tree");
        clear(tree);
        Files.createDirectories(kept);
        here.run(List.of("git", "worktree", "prune"));
        here.run(List.of("git", "worktree", "add", "--detach", tree.toString(), commit));
        try {
            List<String> modules = EngineJars.MODULES.stream()
                    .filter(module -> Files.exists(tree.resolve(module).resolve("pom.xml")))
                    .toList();
            new Tool(tree, LIMIT).run(List.of("./stoatflow", "build", "-pl", String.join(",", modules), "-am"));
            keep(tree, modules, folder);
        } finally {
            here.run(List.of("git", "worktree", "remove", "--force", tree.toString()));
        }
    }

    /** The folder appears with all jars in it, or not at all. */
    private static void keep(Path tree, List<String> modules, Path folder) throws IOException, BenchFailure {
        Path half = folder.resolveSibling(folder.getFileName() + "-half");
        clear(half);
        Files.createDirectories(half);
        for (String module : modules) {
            for (Path jar : built(tree.resolve(module).resolve("target"), module)) {
                Files.copy(jar, half.resolve(String.valueOf(jar.getFileName())));
            }
        }
        Files.move(half, folder);
    }

    /** Deletes what a build left that was interrupted. */
    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            FolderDeletion.delete(folder);
        }
    }

    private static List<Path> built(Path target, String module) throws IOException, BenchFailure {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(target)) {
            files.filter(file -> String.valueOf(file.getFileName())
                            .matches(module + "-[0-9].*(?<!-sources|-tests|-javadoc)\\.jar"))
                    .forEach(found::add);
        }
        if (found.size() != 1) {
            throw new BenchFailure("the build of " + module + " has made " + found.size() + " jars: " + found);
        }
        return found;
    }
}
