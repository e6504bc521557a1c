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

    private static final String DONE = "done";

    private final ChildJvm jvm;

    private CrowdedHeap(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts it, and waits until it is ready. */
    static CrowdedHeap start(String name, String bootstrapServers, Path state, int port)
            throws IOException, InterruptedException {
        CrowdedHeap started = new CrowdedHeap(ChildJvm.start(
                CrowdedHeap.class,
                state.resolveSibling(name + ".log"),
                List.of("-Xmx128m"),
                name,
                bootstrapServers,
                state.toString(),
                Integer.toString(port)));
        started.jvm.awaitLine(DONE);
        return started;
    }

    long pid() {
        return jvm.pid();
    }

    /** Has it fill its heap. */
    void fill() throws IOException, InterruptedException {
        jvm.tell("fill");
        jvm.awaitLine(DONE);
    }

    @Override
    public void close() {
        jvm.close();
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] arguments) throws IOException {
        Path state = Path.of(arguments[2]);
        try (FaultyRun run =
                new FaultyRun(arguments[0], arguments[1], state, Integer.parseInt(arguments[3]), Map.of(), key -> {})) {
            run.started().worked();
            System.out.println(DONE);
            System.in.read();
            MemoryPoolMXBean pool = old();
            while (share(pool.getUsage()) < FULL) {
                KEPT.add(new byte[MIB]);
                if (share(pool.getUsage()) >= FULL) {
                    System.gc(); // what is not kept goes
                }
            }
            System.gc();
            System.out.println(DONE);
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
