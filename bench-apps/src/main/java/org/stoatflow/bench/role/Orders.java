package org.stoatflow.bench.role;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a process is told on standard input, where it is the child of a command, and what it says. When standard input
 * ends, the command is gone, and the process ends too. A thread of its own reads; all else is for one thread.
 */
final class Orders {
    /** Said once a process can begin. */
    static final String READY = "ready";

    /** Told with the time at which the first record is due. */
    static final String START = "start ";

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final int COMMAND_IS_GONE = 3;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Map<String, String> environment;

    Orders(Map<String, String> environment) {
        this.environment = environment;
        if (isToldTheEnd()) {
            Thread.ofPlatform().name("orders").daemon().start(() -> read(lines));
        }
    }

    /**
     * Says that this process is ready, and waits for the time of the first record, if the environment does not say it.
     */
    long start() throws RoleFailure, InterruptedException {
        say(READY);
        Optional<String> given = Variable.START.in(environment);
        if (given.isPresent()) {
            return Variable.START.numberOf(environment);
        }
        String line = lines.poll(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (line == null || !line.startsWith(START)) {
            throw new RoleFailure("told '" + line + "' instead of when to start");
        }
        return Long.parseLong(line.substring(START.length()));
    }

    /** Whether somebody says on standard input when it is over. */
    boolean isToldTheEnd() {
        return Variable.END.in(environment).filter(Application.SIGNAL::equals).isEmpty();
    }

    /** Whether the end was told within a time. */
    boolean isEnd(long waitMs) throws InterruptedException {
        @Nullable String line = lines.poll(waitMs, TimeUnit.MILLISECONDS);
        return line != null;
    }

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void read(BlockingQueue<String> lines) {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
            Runtime.getRuntime().halt(COMMAND_IS_GONE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
