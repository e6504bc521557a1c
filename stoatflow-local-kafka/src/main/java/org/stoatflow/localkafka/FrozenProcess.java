package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A process that was sent SIGSTOP: it stays, with its connections, and does nothing. One thread at a time.
 *
 * <p>A shell keeps it stopped: the shell sends SIGSTOP, waits until its own input ends, and sends SIGCONT. So where
 * this JVM is killed, a frozen child wakes, sees the end of its input, and ends, too.
 */
public final class FrozenProcess {
    private static final String HOLD = "kill -STOP \"$1\" && echo stopped && read ignored; kill -CONT \"$1\"";
    private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(10);

    private final long pid;
    private final Process shell;

    private FrozenProcess(long pid, Process shell) {
        this.pid = pid;
        this.shell = shell;
    }

    /**
     * Sends SIGSTOP, and returns once every thread of the process has stopped.
     *
     * @throws LocalKafkaException if the process is gone, or not ours
     */
    public static FrozenProcess freeze(long pid) {
        try {
            Process shell = new ProcessBuilder(
                            "/bin/sh", "-c", "trap '' INT HUP; " + HOLD, "freeze", Long.toString(pid))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = shell.inputReader().readLine();
            if (!"stopped".equals(answer)) {
                throw new LocalKafkaException("process " + pid + " could not be stopped: it is gone, or not ours");
            }
            FrozenProcess frozen = new FrozenProcess(pid, shell);
            frozen.awaitStopped();
            return frozen;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The signal is only queued when kill returns, and a thread on another processor may still answer a request. */
    private void awaitStopped() {
        Path threads = Path.of("/proc", Long.toString(pid), "task");
        if (Files.isDirectory(threads)) { // only Linux tells
            Await.until(
                    () -> allStopped(threads),
                    SIGNAL_TIMEOUT,
                    () -> "process " + pid + " was not stopped in " + SIGNAL_TIMEOUT.toSeconds() + " s");
        }
    }

    private static boolean allStopped(Path threads) {
        try (Stream<Path> all = Files.list(threads)) {
            for (Path thread : all.toList()) {
                if (!isStopped(Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1))) {
                    return false;
                }
            }
            return true;
        } catch (IOException failure) {
            return false; // a thread ended while we looked; those that are stopped cannot
        }
    }

    /** The state follows the name, which stands in parentheses and may hold any character. */
    private static boolean isStopped(String stat) {
        return stat.startsWith(" T", stat.lastIndexOf(')') + 1);
    }

    /** Sends SIGCONT; no harm where the process is gone. */
    public void thaw() {
        try {
            shell.outputWriter().close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Await.until(
                () -> !shell.isAlive(),
                SIGNAL_TIMEOUT,
                () -> "process " + pid + " was not woken in " + SIGNAL_TIMEOUT.toSeconds() + " s");
    }
}
