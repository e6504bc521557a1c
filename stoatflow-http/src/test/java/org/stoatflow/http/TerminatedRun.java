package org.stoatflow.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A process with an application as OPERATIONS describes it: a shutdown hook closes it. A record of {@link #SLOW} is
 * under way until the process is told a line.
 */
final class TerminatedRun {
    static final String NAME = "terminated";
    static final String SLOW = "slow";
    static final String WORKS = "works";

    private TerminatedRun() {}

    /** Starts it, and waits until it works. */
    static ChildJvm start(String bootstrapServers, Path folder, int port) throws IOException, InterruptedException {
        ChildJvm started = ChildJvm.start(
                TerminatedRun.class,
                folder.resolve(NAME + ".log"),
                List.of("-Xmx128m"),
                bootstrapServers,
                folder.resolve(NAME).toString(),
                Integer.toString(port));
        started.awaitLine(WORKS);
        return started;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] arguments) throws IOException, InterruptedException {
        CountDownLatch slowMayEnd = new CountDownLatch(1);
        FaultyRun run = new FaultyRun(
                NAME, arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2]), Map.of(), key -> {
                    if (key.equals(SLOW)) {
                        System.out.println(SLOW);
                        await(slowMayEnd);
                    }
                });
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform().name("closes the application").unstarted(run.streams()::close));
        run.started().worked();
        System.out.println(WORKS);
        if (System.in.read() < 0) { // a line, or the end of who started this
            System.exit(1);
        }
        slowMayEnd.countDown();
        Thread.currentThread().join(); // until SIGTERM ends the process
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
