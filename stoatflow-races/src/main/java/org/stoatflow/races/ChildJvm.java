package org.stoatflow.races;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs main classes in a JVM of their own with the same classes. */
final class ChildJvm {
    private final String classPath;
    private final PrintStream out;
    private final long secondsMax;

    /**
     * @param classPath class path; its relative entries count from this process's folder, since the child runs in
     *     another folder
     * @param secondsMax seconds after which the child is ended, which is a failure
     */
    ChildJvm(String classPath, PrintStream out, long secondsMax) {
        this.classPath = Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        this.out = out;
        this.secondsMax = secondsMax;
    }

    /**
     * Runs a main class to its end. Prints the child's output, and returns its exit status.
     *
     * @param said part of the output that the child prints once it has done its work, whatever it has found
     * @throws IllegalStateException if the output lacks this part: then nothing is known
     */
    int run(Path folder, List<String> options, String main, List<String> arguments, String said) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        File output = folder.resolve("output").toFile();
        try {
            Process child = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output)
                    .start();
            boolean ended = child.waitFor(secondsMax, TimeUnit.SECONDS);
            if (!ended) {
                child.destroyForcibly().waitFor();
            }
            String printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
            out.println(printed);
            if (!ended || !printed.contains(said)) {
                throw new IllegalStateException(
                        main + (ended ? " has failed to run" : " has not ended in " + secondsMax + " s")
                                + ": nothing is known; the reason is above");
            }
            return child.exitValue();
        } catch (IOException failure) {
            throw new IllegalStateException("cannot run " + main, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + main + " ran", interrupted);
        }
    }
}
