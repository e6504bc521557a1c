package org.stoatflow.bench.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.stoatflow.bench.latency.BenchFailure;

/**
 * All that one run of {@code bench all} has measured: a folder of files.
 *
 * @param name of the folder
 * @param tables the tables that other commands have printed, by the step
 */
record ResultSet(String name, List<Contest> contests, List<Rates> rates, Map<String, String> tables) {
    /** Where the folders of all runs are. */
    static final Path FOLDER = Path.of("bench-apps", "results");

    /** What the name of a folder begins with whose figures may be published. */
    static final String FULL = "full-";

    /** The newest of some files' folders that is of a full run; names of folders end with their time. */
    static Optional<Path> lastFull(List<String> files) {
        return files.stream()
                .map(Path::of)
                .filter(file -> file.startsWith(FOLDER) && file.getNameCount() > FOLDER.getNameCount() + 1)
                .map(file -> file.getName(FOLDER.getNameCount()).toString())
                .filter(name -> name.startsWith(FULL))
                .max(String::compareTo)
                .map(FOLDER::resolve);
    }

    static ResultSet read(Path folder) throws BenchFailure {
        List<Contest> contests = new ArrayList<>();
        List<Rates> rates = new ArrayList<>();
        Map<String, String> tables = new TreeMap<>();
        for (Path file : files(folder)) {
            String name = String.valueOf(file.getFileName());
            if (name.endsWith(".txt")) {
                tables.put(name.substring(0, name.length() - ".txt".length()), table(file));
            } else if (name.contains(Rates.IN_NAME)) {
                rates.add(ResultFile.read(file, Rates.class));
            } else if (name.endsWith(".json")) {
                contests.add(ResultFile.read(file, Contest.class));
            }
        }
        return new ResultSet(
                String.valueOf(folder.toAbsolutePath().normalize().getFileName()), contests, rates, tables);
    }

    private static List<Path> files(Path folder) throws BenchFailure {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException failure) {
            throw new BenchFailure(folder + " has no results: " + failure, failure);
        }
    }

    /** The lines of tables among what a command said. */
    private static String table(Path file) throws BenchFailure {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("|"))
                    .map(line -> line + "\n")
                    .reduce("", String::concat);
        } catch (IOException failure) {
            throw new BenchFailure(file + " could not be read: " + failure, failure);
        }
    }
}
