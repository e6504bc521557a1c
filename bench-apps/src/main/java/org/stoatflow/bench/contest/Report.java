package org.stoatflow.bench.contest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Page;
import org.stoatflow.bench.latency.Tool;
import org.stoatflow.bench.role.RoleFailure;

/**
 * {@code bench report}: without arguments it writes the part of {@code docs/BENCHMARKS.md} that is of the last full run
 * that git knows; of a folder its page beside the results; of a file it prints table and verdict.
 */
final class Report {
    static final String PART = "bench";
    static final Path DOCS = Path.of("docs", "BENCHMARKS.md");
    static final String CHARTS = "pictures/";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Report() {}

    static void of(List<String> arguments, PrintStream out) throws RoleFailure, InterruptedException {
        if (arguments.isEmpty()) {
            writeDocs(Path.of("."));
            out.println("Written: " + DOCS);
        }
        for (String argument : arguments) {
            Path path = BenchOptions.fromCaller(Path.of(argument));
            if (Files.isDirectory(path)) {
                out.println("Written: " + writePage(path));
            } else {
                show(ResultFile.read(path, Contest.class), out);
            }
        }
    }

    static void show(Contest contest, PrintStream out) throws RoleFailure {
        out.println();
        out.print(ContestTable.of(contest));
        out.println();
        out.println(Verdict.of(contest));
    }

    /** Writes a page of its own into the folder of a run. */
    static Path writePage(Path folder) throws RoleFailure {
        ResultPage page = new ResultPage(ResultSet.read(folder));
        Path file = folder.resolve("README.md");
        write(file, "# Results of a run\n\n" + page.markdown(""), page.charts(), folder);
        return file;
    }

    private static void writeDocs(Path project) throws RoleFailure, InterruptedException {
        Path docs = project.resolve(DOCS);
        Optional<ResultPage> page = recorded(project);
        Map<String, String> charts = page.isPresent() ? page.get().charts() : Map.of();
        try {
            String text =
                    new Page(Files.readString(docs)).with(PART, body(page)).text();
            write(docs, text, charts, docs.resolveSibling(CHARTS));
        } catch (IOException failure) {
            throw new BenchFailure(docs + " could not be read: " + failure, failure);
        }
    }

    /** Of the last full run that git knows; empty where there is none. */
    static Optional<ResultPage> recorded(Path project) throws RoleFailure, InterruptedException {
        String files = new Tool(project, LIMIT).run(List.of("git", "ls-files", ResultSet.FOLDER.toString()));
        Optional<Path> folder = ResultSet.lastFull(files.lines().toList());
        return folder.isPresent()
                ? Optional.of(new ResultPage(ResultSet.read(project.resolve(folder.get()))))
                : Optional.empty();
    }

    static String body(Optional<ResultPage> page) throws RoleFailure {
        return page.isPresent() ? page.get().markdown(CHARTS) : ResultPage.NONE;
    }

    private static void write(Path file, String text, Map<String, String> charts, Path beside) throws BenchFailure {
        try {
            Files.writeString(file, text);
            for (Map.Entry<String, String> chart : charts.entrySet()) {
                Files.writeString(beside.resolve(chart.getKey()), chart.getValue());
            }
        } catch (IOException failure) {
            throw new BenchFailure("the report could not be written: " + failure, failure);
        }
    }
}
