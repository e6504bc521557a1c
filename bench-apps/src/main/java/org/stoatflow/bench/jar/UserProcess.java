package org.stoatflow.bench.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Library;

/** The user's application in a JVM of its own. It does not outlive this one. */
final class UserProcess implements AutoCloseable {
    private static final int LOG_LINES = 20;
    private static final long STOP_SECONDS_MAX = 60;

    private final Process process;
    private final Path log;
    private final Thread withUs;

    private UserProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.withUs = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(withUs);
    }

    /** @param folder for its log, its temporary files, and its state, whose folder is by default among those */
    static UserProcess start(JarOptions.Application application, Library library, String bootstrap, Path folder)
            throws BenchFailure {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Djava.io.tmpdir=" + folder);
        command.add(application.main());
        application.arguments().forEach(argument -> command.add(argument.replace(JarOptions.BOOTSTRAP, bootstrap)));
        Path log = folder.resolve("application.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("CLASSPATH", application.classPaths().of(library));
        builder.environment().put("BOOTSTRAP_SERVERS", bootstrap);
        try {
            return new UserProcess(builder.start(), log);
        } catch (IOException failure) {
            throw new BenchFailure("the application could not be started: " + failure, failure);
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    void check() throws BenchFailure {
        if (!process.isAlive()) {
            throw new BenchFailure("the application has ended" + describe());
        }
    }

    /** The end of its log, for a message. */
    String describe() {
        try {
            List<String> lines = Files.readAllLines(log);
            return "; its log ends with\n  "
                    + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException failure) {
            return "; its log cannot be read: " + failure;
        }
    }

    /** Asks it to end, as a service manager does, and waits for it. */
    void stop() throws BenchFailure, InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new BenchFailure(
                    "the application still runs " + STOP_SECONDS_MAX + " s after it was asked to end" + describe());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        Runtime.getRuntime().removeShutdownHook(withUs);
    }
}
