package org.stoatflow.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.localkafka.FrozenProcess;
import org.stoatflow.localkafka.SharedClasses;

/**
 * A machine on which the application runs: a state folder, a log, and one process at a time. Its processes end with
 * this JVM. One thread.
 */
final class Instance implements AutoCloseable {
    private static final long KILL_LIMIT_S = 20;

    private final String name;
    private final Function<Path, List<String>> command;
    private final InstanceLog log;
    private Path stateFolder;
    private @Nullable Process process;
    private @Nullable FrozenProcess frozen;
    private boolean endExpected;
    private int startsThatMayRebuild;

    /** @param command options of the JVM, main class and arguments, for a state folder */
    Instance(String name, Function<Path, List<String>> command, Path stateFolder, Path log) {
        this.name = name;
        this.command = command;
        this.stateFolder = stateFolder;
        this.log = new InstanceLog(log);
    }

    String name() {
        return name;
    }

    InstanceLog log() {
        return log;
    }

    /** Makes the next starts use another state folder. */
    void moveTo(Path otherStateFolder) {
        stateFolder = otherStateFolder;
    }

    /**
     * Starts a process, and does not wait until it runs.
     *
     * @param settings in place of the usual ones, as {@code key=value}
     */
    void start(String... settings) {
        if (isAlive()) {
            throw new IllegalStateException("instance " + name + " runs already");
        }
        log.onStart();
        startsThatMayRebuild += Files.exists(stateFolder) ? 0 : 1;
        endExpected = false;
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-XX:MetaspaceSize=128m",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlogback.configurationFile=logback-program.xml"));
        SharedClasses shared = SharedClasses.ofChild();
        words.addAll(shared.options());
        words.addAll(command.apply(stateFolder));
        words.addAll(List.of(settings));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile()));
        Map<String, String> environment = builder.environment();
        environment.put("CLASSPATH", shared.classPath());
        // Meant for this JVM; an agent or a debugger port must not come twice.
        environment.remove("JAVA_TOOL_OPTIONS");
        environment.remove("JDK_JAVA_OPTIONS");
        try {
            process = builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Starts a process whose clock is wrong. What is in its state folder may then seem older than its changelogs keep
     * tombstones, here, and at the next start with the right clock.
     */
    void startWithClock(Duration ahead) {
        startsThatMayRebuild += 2;
        start(ChaosApplicationMain.CLOCK_AHEAD_MS + "=" + ahead.toMillis());
    }

    /** How often the instance was started on a state folder that did not exist, or with a clock that was moved. */
    int startsThatMayRebuild() {
        return startsThatMayRebuild;
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    boolean isRunning() {
        return isAlive() && log.state().equals("RUNNING");
    }

    /** Fails if the process has ended and nobody has ended it, or has told of something that must not happen. */
    void check() {
        if (log.count(Sign.FORBIDDEN) > 0) {
            throw new ChaosFailure("instance " + name + " has done what must not happen: look for '"
                    + WatchedStore.FORBIDDEN + "' in its log " + log.file());
        }
        if (process != null && !process.isAlive() && !endExpected) {
            throw new ChaosFailure("instance " + name + " ended by itself, with exit status " + process.exitValue()
                    + "; its log is " + log.file());
        }
    }

    /** Sends SIGKILL; returns when the process is gone. */
    void kill() {
        endExpected = true;
        running().destroyForcibly();
        awaitEnd();
        thaw();
    }

    /** Sends SIGSTOP. */
    void freeze() {
        frozen = FrozenProcess.freeze(running().pid());
    }

    /** Sends SIGCONT. */
    void thaw() {
        if (frozen != null) {
            frozen.thaw();
            frozen = null;
        }
    }

    /** Asks for an orderly end; {@link #awaitEnd} waits for it. */
    void requestClose(boolean leavingGroup) {
        endExpected = true;
        order(leavingGroup ? ChaosApplicationMain.LEAVE : ChaosApplicationMain.CLOSE);
    }

    /** Gives the process an order. */
    void order(String order) {
        try {
            Writer orders = running().outputWriter();
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException failure) {
            throw new ChaosFailure("instance " + name + " takes no orders; its log is " + log.file(), failure);
        }
    }

    /** The exit status, once its end was asked for and has come. */
    int exitStatus() {
        return running().exitValue();
    }

    /** Makes the process write its platform threads to its log, and all threads, lanes too, to a file beside it. */
    void dumpThreads() {
        if (isAlive() && frozen == null) {
            String pid = Long.toString(running().pid());
            Path file = log.file().resolveSibling("threads-" + name + "-" + pid + ".txt");
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            run(List.of("kill", "-QUIT", pid)); // a JVM that hangs handles it, too
            run(List.of(jcmd, pid, "Thread.dump_to_file", "-overwrite", file.toString()));
        }
    }

    private static void run(List<String> command) {
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(KILL_LIMIT_S, TimeUnit.SECONDS);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd() {
        try {
            if (!running().waitFor(KILL_LIMIT_S, TimeUnit.SECONDS)) {
                throw new ChaosFailure("instance " + name + " still runs " + KILL_LIMIT_S + " s after SIGKILL");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ChaosFailure("interrupted while instance " + name + " was ending", interrupted);
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("instance " + name + " was never started");
        }
        return process;
    }

    @Override
    public void close() {
        if (isAlive()) {
            kill();
        }
    }
}
