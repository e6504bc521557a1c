package org.stoatflow.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.processor.StateRestoreListener;

/** Applications that work, and the faults that can be brought about in them. One thread. */
final class Faults implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String BAD = "bad";
    private static final int PATIENT_MS = 600_000; // else a commit that waits fails
    private static final long DISK_BYTES = 256L << 20;
    private static final long LEFT_BYTES = 8L << 20;

    private final Path folder;
    private final Deque<AutoCloseable> open = new ArrayDeque<>(); // what was opened last is closed first
    private final List<Fault> all = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final LocalKafka kafka;

    private Faults(Path folder) {
        this.folder = folder;
        kafka = opened(LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(LIMIT)));
    }

    /** Starts all applications, and waits until each works. */
    static Faults prepare(Path folder) throws Exception {
        Faults faults = new Faults(folder);
        try {
            faults.stuckLane();
            faults.deadBroker();
            faults.fullDisk();
            faults.unreadableRecord();
            faults.failingRecord();
            faults.slowRestore();
            faults.lostStandby();
            faults.fullHeap();
            faults.committerBehind();
            return faults;
        } catch (Exception | Error failure) {
            faults.close();
            throw failure;
        }
    }

    List<Fault> all() {
        return all;
    }

    List<Integer> ports() {
        return ports;
    }

    /** How many applications work: all but the one that has yet to restore. */
    int working() {
        return ports.size() - 1;
    }

    /** Faults that cannot be brought about here, and why. */
    List<String> skipped() {
        return skipped;
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    private void stuckLane() {
        FaultyRun run = working("stuck", key -> {
            if (key.equals(BAD)) {
                await(end);
            }
        });
        add(
                "stuck lane",
                "StoatflowLaneStuck",
                run,
                () -> run.feed(List.of(BAD), FaultyRun.READABLE),
                "in topic in-stuck");
    }

    private void deadBroker() {
        LocalKafka own = opened(LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(LIMIT)));
        FaultyRun run = working(own, "silent", folder.resolve("silent"), Map.of(), key -> {});
        add("dead broker", "StoatflowBrokersSilent", run, own::kill, "\"answered\":false");
    }

    private void fullDisk() throws IOException, InterruptedException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        if (!command("mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "tmpfs", disk.toString())) {
            skipped.add("StoatflowDiskFull is not tried: a small disk cannot be mounted");
            return;
        }
        opened(() -> command("umount", disk.toString()));
        FaultyRun run = working(kafka, "full", disk.resolve("state"), Map.of(), key -> {});
        Path neighbour = disk.resolve("neighbour");
        add(
                "full disk",
                "StoatflowDiskFull",
                run,
                () -> Files.write(
                        neighbour, new byte[(int) (Files.getFileStore(disk).getUsableSpace() - LEFT_BYTES)]),
                "");
    }

    private void unreadableRecord() {
        FaultyRun run = working(
                kafka,
                "unreadable",
                folder.resolve("unreadable"),
                Map.of("deserialization.exception.handler", LogAndContinueExceptionHandler.class),
                key -> {});
        add("unreadable record", "StoatflowPoisonRecord", run, () -> run.feed(List.of(BAD), new byte[3]), "unreadable");
    }

    private void failingRecord() {
        topics(kafka, "failing");
        int port = Asked.freePort();
        ports.add(port);
        FaultyRun run = opened(run(kafka, "failing", folder.resolve("failing"), port, Map.of(), key -> {
            if (key.equals(BAD)) {
                throw new IllegalStateException("cannot be processed");
            }
        }));
        run.streams().setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
        run.started().worked();
        add(
                "record that fails again and again",
                "StoatflowPoisonRecord",
                run,
                () -> run.feed(List.of(BAD), FaultyRun.READABLE),
                "in-failing");
    }

    /** A start without state, of which the restore does not go on. */
    private void slowRestore() {
        Path state = folder.resolve("restored");
        FaultyRun before = working(kafka, "restored", state, Map.of(), key -> {});
        before.streams()
                .close(CloseOptions.timeout(LIMIT)
                        .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        FaultyRun run =
                opened(run(kafka, "restored", folder.resolve("restored-again"), before.port(), Map.of(), key -> {}));
        CountDownLatch restores = new CountDownLatch(1);
        run.streams().setGlobalStateRestoreListener(new Held(restores));
        add(
                "slow restore",
                "StoatflowRestoreSlow",
                run,
                () -> {
                    run.streams().start();
                    await(restores);
                },
                "counts");
    }

    private void lostStandby() {
        Map<String, Object> more = Map.of("num.standby.replicas", 1);
        FaultyRun owner = working(kafka, "standby", folder.resolve("owner"), more, key -> {});
        FaultyRun waiter = opened(run(kafka, "standby", folder.resolve("waiter"), Asked.freePort(), more, key -> {}))
                .started();
        ports.add(waiter.port());
        add("lost standby", "StoatflowStandbyLost", owner, waiter::close, Prometheus.instance(waiter.port()));
    }

    private void fullHeap() throws IOException, InterruptedException {
        topics(kafka, "crowded");
        int port = Asked.freePort();
        ports.add(port);
        CrowdedHeap heap =
                opened(CrowdedHeap.start("crowded", kafka.bootstrapServers(), folder.resolve("crowded"), port));
        all.add(new Fault(
                "memory near its bound",
                new Prometheus.Rings("StoatflowMemoryNearBound", Prometheus.instance(port)),
                heap::fill,
                opened(new Asked(port)),
                heap.pid(),
                List.of("[B (java.base")));
    }

    /** A quota holds its producer up, between its records and the end of their transaction. */
    private void committerBehind() {
        Map<String, Object> patient = Map.of("client.id", "behind", "producer.max.block.ms", PATIENT_MS);
        FaultyRun run = working(kafka, "behind", folder.resolve("behind"), patient, key -> {});
        add(
                "committer behind",
                "StoatflowCommitsBehind",
                run,
                () -> {
                    kafka.admin()
                            .alterClientQuotas(
                                    quotas("behind-StreamThread-1-producer", "behind-StreamThread-1-producer-2"))
                            .all()
                            .get();
                    run.feed(Collections.nCopies(100, "key"), FaultyRun.READABLE);
                },
                "the oldest was cut",
                ", 0 of ");
    }

    /** Of one byte a second. */
    private static List<ClientQuotaAlteration> quotas(String... clients) {
        return Arrays.stream(clients)
                .map(client -> new ClientQuotaAlteration(
                        new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, client)),
                        List.of(new ClientQuotaAlteration.Op("producer_byte_rate", 1.0))))
                .toList();
    }

    private void add(String what, String alert, FaultyRun run, Fault.Begin begin, String... shown) {
        all.add(new Fault(
                what,
                new Prometheus.Rings(alert, run.name()),
                begin,
                run.asked(),
                ProcessHandle.current().pid(),
                Arrays.asList(shown)));
    }

    private FaultyRun working(String name, Consumer<String> onKey) {
        return working(kafka, name, folder.resolve(name), Map.of(), onKey);
    }

    private FaultyRun working(
            LocalKafka of, String name, Path state, Map<String, Object> more, Consumer<String> onKey) {
        topics(of, name);
        int port = Asked.freePort();
        ports.add(port);
        return opened(run(of, name, state, port, more, onKey)).started().worked();
    }

    private static FaultyRun run(
            LocalKafka of, String name, Path state, int port, Map<String, Object> more, Consumer<String> onKey) {
        return new FaultyRun(name, of.bootstrapServers(), state, port, more, onKey);
    }

    private static void topics(LocalKafka of, String name) {
        of.createTopic("in-" + name, 2);
        of.createTopic("out-" + name, 2);
    }

    private static boolean command(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all faults, and closes what they were in. */
    @Override
    public void close() throws Exception {
        end.countDown();
        Exception first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception failure) { // the others are closed, too
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** A restore that goes on once all is over. */
    private final class Held implements StateRestoreListener {
        private final CountDownLatch begun;

        Held(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            begun.countDown();
            await(end);
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long to, long restored) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {}
    }
}
