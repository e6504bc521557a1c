package org.stoatflow.bench.role;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Load generator or latency consumer as a child of a command: it is ready, is told the start, and says a last line. */
public final class RoundProcess implements AutoCloseable {
    private static final List<String> JVM_ARGS = List.of("-Xmx1g");
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final long LOOK_MS = 100;
    private static final Duration ENDED_LIMIT = Duration.ofSeconds(2);

    private final String title;
    private final String last;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final RoleProcess process;

    /** Written by the thread that listens. */
    private volatile Optional<String> said = Optional.empty();

    /** Written by the thread that listens. */
    private volatile Progress progress = new Progress(0, Long.MAX_VALUE);

    /** What a latency consumer has seen. */
    public record Progress(long outputs, long missing) {
        static Progress parse(String text) {
            String[] both = text.split(" ");
            return new Progress(Long.parseLong(both[0]), Long.parseLong(both[1]));
        }
    }

    private RoundProcess(String title, Class<?> program, String last, Map<Variable, String> variables, Path folder)
            throws RoleFailure {
        this.title = title;
        this.last = last;
        this.process = RoleProcess.start(title, program, JVM_ARGS, List.of(), variables, folder, this::onLine);
    }

    public static RoundProcess generator(Map<Variable, String> variables, Path folder) throws RoleFailure {
        return new RoundProcess("the load generator", LoadGenerator.class, LoadGenerator.DONE, variables, folder);
    }

    public static RoundProcess consumer(Map<Variable, String> variables, Path folder) throws RoleFailure {
        return new RoundProcess(
                "the latency consumer", LatencyConsumer.class, LatencyConsumer.RESULT, variables, folder);
    }

    public void awaitReady() throws RoleFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (!ready.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
            if (!process.isAlive() || System.nanoTime() - startNs > START_LIMIT.toNanos()) {
                throw new RoleFailure(
                        title + " is not ready after " + START_LIMIT.toSeconds() + " s" + process.describe());
            }
        }
    }

    public void start(long startNs) throws RoleFailure {
        process.tell(ParentOrders.START + startNs);
    }

    /** Tells it that no more will come. */
    public void end() throws RoleFailure {
        process.tell("end");
    }

    public Progress progress() {
        return progress;
    }

    /** Throws if it has ended other than in order. */
    public void check() throws RoleFailure, InterruptedException {
        if (!process.isAlive() && process.awaitEnd(ENDED_LIMIT) && !process.isDone()) {
            throw new RoleFailure(title + " has failed" + process.describe());
        }
    }

    public boolean isDone() {
        return process.isDone();
    }

    /** Waits for its end, and gives what it said last. */
    public String result(Duration limit) throws RoleFailure, InterruptedException {
        process.awaitDone(limit);
        return said.orElseThrow(() -> new RoleFailure(title + " has said no result" + process.describe()));
    }

    public ProcessHandle handle() {
        return process.handle();
    }

    @Override
    public void close() {
        process.close();
    }

    private void onLine(String line) {
        if (line.equals(Orders.READY)) {
            ready.countDown();
        } else if (line.startsWith(last)) {
            said = Optional.of(line.substring(last.length()));
        } else if (line.startsWith(LatencyConsumer.PROGRESS)) {
            progress = Progress.parse(line.substring(LatencyConsumer.PROGRESS.length()));
        }
    }
}
