package org.stoatflow.http;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process with an application whose heap fills up once it is told so. */
final class CrowdedHeap implements AutoCloseable {
    private static final double FULL = 0.88;
    private static final int MIB = 1 << 20;
    private static final List<byte[]> KEPT = new ArrayList<>();

    private final Process process;

    private CrowdedHeap(Process process) {
        this.process = process;
    }

    /** Starts it, and waits until it is ready. */
    static CrowdedHeap start(String name, String bootstrapServers, Path state, int port) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrowdedHeap.class.getName(),
                        name,
                        bootstrapServers,
                        state.toString(),
                        Integer.toString(port))
                .redirectError(state.resolveSibling(name + ".log").toFile())
                .start();
        CrowdedHeap started = new CrowdedHeap(process);
        started.awaitLine();
        return started;
    }

    long pid() {
        return process.pid();
    }

    /** Has it fill its heap. */
    void fill() throws IOException {
        process.outputWriter().write("fill\n");
        process.outputWriter().flush();
        awaitLine();
    }

    private void awaitLine() throws IOException {
        String line = process.inputReader().readLine();
        while (line != null && !line.equals("done")) { // what logs print
            line = process.inputReader().readLine();
        }
        if (line == null) {
            throw new IOException("the process has ended");
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] arguments) throws IOException {
        Path state = Path.of(arguments[2]);
        try (FaultyRun run =
                new FaultyRun(arguments[0], arguments[1], state, Integer.parseInt(arguments[3]), Map.of(), key -> {})) {
            run.started().worked();
            System.out.println("done");
            System.in.read();
            MemoryPoolMXBean pool = old();
            while (share(pool.getUsage()) < FULL) {
                KEPT.add(new byte[MIB]);
                if (share(pool.getUsage()) >= FULL) {
                    System.gc(); // what is not kept goes
                }
            }
            System.gc();
            System.out.println("done");
            while (System.in.read() >= 0) {} // until the parent ends it
        }
        System.exit(KEPT.size());
    }

    private static double share(MemoryUsage usage) {
        return (double) usage.getUsed() / usage.getMax();
    }

    private static MemoryPoolMXBean old() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().contains("Tenured"))
                .findFirst()
                .orElseThrow();
    }
}
