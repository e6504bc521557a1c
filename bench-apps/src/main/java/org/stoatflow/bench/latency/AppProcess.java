package org.stoatflow.bench.latency;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.stoatflow.bench.role.Application;
import org.stoatflow.bench.role.MeasuredApplication;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.bench.role.RoleProcess;
import org.stoatflow.bench.role.Variable;
import org.stoatflow.bench.scenario.Topics;

/**
 * The measured application in a child JVM. When this JVM ends, the child's standard input ends, and so does the child.
 */
public final class AppProcess implements AutoCloseable {
    /** JVM options that both libraries get. */
    static final List<String> JVM_ARGS = List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration END_LIMIT = Duration.ofSeconds(2); // from the end of its output on
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(40);
    private static final long LOOK_MS = 50;

    private final RoleProcess process;
    private final CountDownLatch running = new CountDownLatch(1);
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    /** Written by the thread that listens. */
    private volatile String state = "not started";

    private AppProcess(
            Class<?> program,
            List<String> arguments,
            Map<Variable, String> variables,
            List<String> jvmArgs,
            Path folder)
            throws RoleFailure {
        List<String> jvm = new ArrayList<>(JVM_ARGS);
        jvm.addAll(jvmArgs);
        process = RoleProcess.start("the application", program, jvm, arguments, variables, folder, this::onLine);
    }

    /**
     * Starts the JVM of a library's program and does not wait for it.
     *
     * @param program name of a program
     * @param jvmArgs after {@link #JVM_ARGS}
     * @param folder for the settings, the log and the state; empty
     */
    public static AppProcess start(
            Library library,
            String program,
            String input,
            String output,
            Map<String, String> settings,
            List<String> jvmArgs,
            Path folder)
            throws BenchFailure {
        return start(library, program, new Topics(Map.of("input", input, "output", output)), settings, jvmArgs, folder);
    }

    /** The same of a program with any topics. */
    public static AppProcess start(
            Library library,
            String program,
            Topics topics,
            Map<String, String> settings,
            List<String> jvmArgs,
            Path folder)
            throws BenchFailure {
        try {
            Map<Variable, String> variables = Map.of(
                    Variable.LIBRARY,
                    library.application(),
                    Variable.PROGRAM,
                    program,
                    Variable.TOPICS,
                    topics.text(),
                    Variable.SETTINGS,
                    written(settings, folder));
            return new AppProcess(Application.class, List.of(), variables, jvmArgs, folder);
        } catch (RoleFailure failure) {
            throw BenchFailure.of(failure);
        }
    }

    /**
     * Starts the JVM of a program that prints its states as the libraries' programs do.
     *
     * @param arguments of the program, before its file of settings
     * @param jvmArgs after {@link #JVM_ARGS}
     * @param folder for the settings, the log and the state; empty
     */
    public static AppProcess start(
            Class<?> program, List<String> arguments, Map<String, String> settings, List<String> jvmArgs, Path folder)
            throws BenchFailure {
        List<String> all = new ArrayList<>(arguments);
        all.add(written(settings, folder));
        try {
            return new AppProcess(program, all, Map.of(), jvmArgs, folder);
        } catch (RoleFailure failure) {
            throw BenchFailure.of(failure);
        }
    }

    private static String written(Map<String, String> settings, Path folder) throws BenchFailure {
        Path file = folder.resolve("app.properties");
        Properties properties = new Properties();
        properties.putAll(settings);
        properties.put("state.dir", folder.resolve("state").toString());
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        } catch (IOException failure) {
            throw new BenchFailure("the settings could not be written: " + failure, failure);
        }
        return file.toString();
    }

    public void awaitRunning() throws BenchFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (!running.await(LOOK_MS, TimeUnit.MILLISECONDS) && process.isAlive()) {
            if (System.nanoTime() - startNs > START_LIMIT.toNanos()) {
                throw new BenchFailure(
                        "the application does not run after " + START_LIMIT.toSeconds() + " s" + describe());
            }
        }
        requireRunning();
    }

    /** Whether the application runs, which it may do only after a long restore. */
    public boolean isRunning() throws BenchFailure, InterruptedException {
        check();
        if (running.getCount() > 0) {
            return false;
        }
        requireRunning();
        return true;
    }

    private void requireRunning() throws BenchFailure, InterruptedException {
        if (!"RUNNING".equals(state)) {
            boolean ended = process.awaitEnd(END_LIMIT);
            throw new BenchFailure(
                    "the application has " + (ended ? "ended" : "failed") + " at its start" + describe());
        }
    }

    /** Throws if the application has failed. Any thread. */
    public void check() throws BenchFailure {
        if (!process.isAlive() || "ERROR".equals(state)) {
            throw new BenchFailure("the application has failed" + describe());
        }
    }

    /**
     * What a store has for a key, as text.
     *
     * @return "null" if it has none, or cannot be asked yet
     */
    public String answer(String store, String key) throws BenchFailure, InterruptedException {
        return asked(store + " " + key);
    }

    /** How many offsets of changelogs the stores lack that are here, or "null" where none is. */
    public String lag() throws BenchFailure, InterruptedException {
        return asked(MeasuredApplication.LAG);
    }

    private String asked(String question) throws BenchFailure, InterruptedException {
        try {
            process.tell(question);
        } catch (RoleFailure failure) {
            throw BenchFailure.of(failure);
        }
        String answer = answers.poll(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (answer == null) {
            throw new BenchFailure("the application gives no answer" + describe());
        }
        return answer;
    }

    /** The state that the application has shown last. Any thread. */
    public String state() {
        return state;
    }

    public ProcessHandle handle() {
        return process.handle();
    }

    /** Asks the application for an orderly end, and waits for it. */
    public void stop() throws BenchFailure, InterruptedException {
        try {
            process.endInput();
            process.awaitDone(CLOSE_LIMIT);
        } catch (RoleFailure failure) {
            throw BenchFailure.of(failure);
        }
    }

    @Override
    public void close() {
        process.close();
    }

    private String describe() {
        return "; its state is " + state + process.describe();
    }

    /** On the thread that listens. */
    private void onLine(String line) {
        if (line.startsWith("state ")) {
            state = line.substring("state ".length());
            if ("RUNNING".equals(state) || "ERROR".equals(state)) {
                running.countDown();
            }
        } else if (line.startsWith("answer ")) {
            answers.add(line.substring("answer ".length()));
        }
    }
}
