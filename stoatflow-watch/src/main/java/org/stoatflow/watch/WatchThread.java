package org.stoatflow.watch;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks once a second whether tests stand still, and where they do, says which, writes the stacks of all threads,
 * virtual ones too, to a file, and ends the JVM. Brokers that tests have started end with it.
 */
final class WatchThread extends Thread {
    private static final long PAUSE_MS = 1_000;
    private static final long OUTPUT_MS = 3_000; // until what was printed has left the JVM
    private static final int STATUS = 70;

    private final Watched watched;
    private final Path folder;
    private final int waitedSecondsMax;

    WatchThread(Watched watched, Path folder, int waitedSecondsMax) {
        super("test-watch");
        setDaemon(true);
        this.watched = watched;
        this.folder = folder;
        this.waitedSecondsMax = waitedSecondsMax;
    }

    @Override
    public void run() {
        long computedNs = watched.computedNs();
        Standstill standstill = new Standstill(waitedSecondsMax, System.nanoTime(), watched.events(), computedNs);
        try {
            do {
                Thread.sleep(PAUSE_MS);
                computedNs = watched.computedNs();
            } while (!standstill.isReached(System.nanoTime(), watched.events(), computedNs));
            System.err.println(report(standstill.text()));
            Thread.sleep(OUTPUT_MS);
            Runtime.getRuntime().halt(STATUS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // nobody interrupts it; without it, tests only lose their limit
        }
    }

    /** What stood still, and the stack of each thread that runs a test. */
    private String report(String standing) {
        String tests =
                watched.running().stream().map(name -> "  " + name + "\n").collect(Collectors.joining());
        return "Tests stood still, and are ended: " + standing + ". The innermost is last:\n" + tests
                + "All threads are in " + dump() + ". Those that run tests:\n" + stacks();
    }

    private String dump() {
        Path file = folder.toAbsolutePath()
                .resolve("standstill-" + ProcessHandle.current().pid() + ".txt");
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            return file.toString();
        } catch (IOException failure) {
            return "no file (" + failure + ")";
        }
    }

    private static String stacks() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> Stream.of(each.getValue())
                        .anyMatch(frame -> frame.getClassName().startsWith("org.junit.platform.engine")))
                .map(each -> each.getKey().getName() + " " + each.getKey().getState() + "\n" + lines(each.getValue()))
                .collect(Collectors.joining());
    }

    private static String lines(StackTraceElement[] stack) {
        return Stream.of(stack).map(frame -> "    at " + frame + "\n").collect(Collectors.joining());
    }
}
