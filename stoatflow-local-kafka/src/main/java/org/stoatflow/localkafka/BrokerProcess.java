package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.stoatflow.localkafka.child.BrokerLogProvider;
import org.stoatflow.localkafka.child.BrokerMain;

/**
 * A node's child JVM. It takes orders from its standard input: the line {@code stop} ends it in order; the end of
 * input, which comes when this JVM closes it or dies, ends it at once.
 *
 * <p>It sees neither Ctrl-C, nor a hang-up of the terminal, nor SIGTERM to the group, as {@code timeout} sends it: the
 * application that got them may still want to commit. It ends with this JVM all the same.
 */
final class BrokerProcess {
    private static final String SHIELD = "trap '' INT HUP TERM; exec \"$0\" \"$@\"";
    private static final String PORT_TAKEN = "Address already in use";
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    private final BrokerNode node;
    private final String clusterId;
    private final BrokerJvm jvm;
    private @Nullable Process process;
    private @Nullable FrozenProcess frozen;
    private int logLengthAtStart;

    BrokerProcess(BrokerNode node, String clusterId, BrokerJvm jvm) {
        this.node = node;
        this.clusterId = clusterId;
        this.jvm = jvm;
    }

    BrokerNode node() {
        return node;
    }

    /** Starts the JVM and does not wait for it. */
    void start() {
        if (isAlive()) {
            throw new IllegalStateException("broker " + node.id() + " runs already");
        }
        logLengthAtStart = node.log().length();
        ProcessBuilder builder = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(node.log().file().toFile()));
        Map<String, String> environment = builder.environment();
        environment.put("CLASSPATH", jvm.classPath());
        // Meant for this JVM; an agent or a debugger port must not come twice.
        environment.remove("JAVA_TOOL_OPTIONS");
        environment.remove("JDK_JAVA_OPTIONS");
        try {
            process = builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SHIELD));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(LocalKafka.JVM_ARGS);
        command.add("-Dslf4j.provider=" + BrokerLogProvider.class.getName());
        command.addAll(jvm.options());
        command.add(jvm.main().getName());
        command.add(node.folder().toString());
        command.add(node.settingsFile().toString());
        command.add(clusterId);
        return command;
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    long pid() {
        return running().pid();
    }

    /** Fails with the end of the log where the process has ended. */
    void checkAlive() {
        if (isAlive()) {
            return;
        }
        String message = "broker " + node.id() + " on " + node.address() + " ended at start; "
                + node.log().tail();
        if (node.log().containsAfter(logLengthAtStart, PORT_TAKEN)) {
            throw new PortTakenException(message);
        }
        throw new LocalKafkaException(message);
    }

    /** Whether the node has said, since its start, that it serves. */
    boolean hasStarted() {
        return node.log().containsAfter(logLengthAtStart, BrokerMain.STARTED);
    }

    /** Asks for an orderly end without waiting for it. */
    void requestStop() {
        Process running = running();
        thaw();
        try {
            Writer input = running.outputWriter();
            input.write("stop\n");
            input.flush();
        } catch (IOException failure) {
            throw new LocalKafkaException(
                    "broker " + node.id() + " takes no orders; " + node.log().tail(), failure);
        }
    }

    /** Waits for the end; one that does not come is forced, as the cluster may have lost its quorum meanwhile. */
    void awaitStop() {
        awaitStop(STOP_TIMEOUT);
    }

    void awaitStop(Duration limit) {
        if (!exited(limit)) {
            kill();
        }
    }

    /** SIGKILL, and waits until the process is gone. */
    void kill() {
        requestKill();
        awaitKill();
    }

    /** SIGKILL, without waiting. */
    void requestKill() {
        running().destroyForcibly();
    }

    /** Waits until the process is gone. */
    void awaitKill() {
        if (!exited(KILL_TIMEOUT)) {
            throw new LocalKafkaException(
                    "broker " + node.id() + " still runs " + KILL_TIMEOUT.toSeconds() + " s after SIGKILL");
        }
        thaw();
    }

    void freeze() {
        if (frozen == null) {
            frozen = FrozenProcess.freeze(pid());
        }
    }

    void thaw() {
        if (frozen != null) {
            frozen.thaw();
            frozen = null;
        }
    }

    private boolean exited(Duration limit) {
        try {
            return running().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LocalKafkaException("interrupted while broker " + node.id() + " was ending", interrupted);
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("broker " + node.id() + " was never started");
        }
        return process;
    }
}
