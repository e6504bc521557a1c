package org.stoatflow.bench.role;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a child of a command is told on standard input. When that ends, the command is gone, and the process ends too. A
 * thread of its own reads; all else is for one thread.
 */
final class ParentOrders implements Orders {
    /** Told with the time at which the first record is due. */
    static final String START = "start ";

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final int COMMAND_IS_GONE = 3;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Map<String, String> environment;

    ParentOrders(Map<String, String> environment) {
        this.environment = environment;
        Thread.ofPlatform().name("orders").daemon().start(() -> read(lines));
    }

    @Override
    public long start() throws RoleFailure, InterruptedException {
        Orders.say(READY);
        if (Variable.START.in(environment).isPresent()) {
            return Variable.START.numberOf(environment);
        }
        String line = lines.poll(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (line == null || !line.startsWith(START)) {
            throw new RoleFailure("told '" + line + "' instead of when to start");
        }
        return Long.parseLong(line.substring(START.length()));
    }

    @Override
    public boolean isToldTheEnd() {
        return true;
    }

    @Override
    public boolean isEnd(long waitMs) throws InterruptedException {
        @Nullable String line = lines.poll(waitMs, TimeUnit.MILLISECONDS);
        return line != null;
    }

    /** A signal ends the process at once. */
    @Override
    public void onSignal(Runnable action) {}

    @Override
    public boolean isCutShort() {
        return false;
    }

    /** The command counts by itself. */
    @Override
    public void sayComplete() {}

    @Override
    public void close() {}

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
