package org.stoatflow.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.localkafka.LocalKafka;

/**
 * One cold start, with its own topics and application id: on a backlog, then under load, and then until all is
 * processed. It fails where no commit comes though there is input, and where a word is not counted as often as it was
 * sent. One thread.
 */
final class ColdStart {
    private static final int PARTITIONS = 4;
    private static final int BACKLOG_SECONDS = 8;
    private static final Duration FIRST_COMMIT_LIMIT = Duration.ofSeconds(90);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(90);
    private static final long ASK_PERIOD_NS = 250_000_000;
    private static final long PAUSE_NS = 10_000_000;

    private final int number;
    private final ChaosOptions options;
    private final Mode.ColdStarts mode;
    private final LocalKafka kafka;
    private final Committed committed;
    private final ColdLines lines;
    private final Instance instance;
    private final Duration gapMax;
    private Map<TopicPartition, Long> offsets = Map.of();
    private long progressNs;
    private long askedNs;
    private Duration longestGap = Duration.ZERO;

    /**
     * The outcome of a start that has passed.
     *
     * @param longestGap the longest time between two commits while there was input
     */
    record Outcome(int lines, Duration firstCommit, Duration longestGap) {}

    /** @param gapMax how long no commit may come while there is input */
    ColdStart(
            int number,
            ChaosOptions options,
            Mode.ColdStarts mode,
            LocalKafka kafka,
            Producer<String, String> producer,
            Path folder,
            Duration gapMax) {
        this.number = number;
        this.options = options;
        this.mode = mode;
        this.kafka = kafka;
        this.gapMax = gapMax;
        committed = new Committed(kafka.bootstrapServers(), kafka.admin());
        lines = new ColdLines(producer, topic("lines"), options.seed() + number);
        instance = new Instance(
                "cold-" + number,
                stateFolder -> List.of(
                        ColdStartApplication.class.getName(),
                        kafka.bootstrapServers(),
                        options.guarantee().setting(),
                        application(),
                        topic("lines"),
                        topic("counts"),
                        stateFolder.toString()),
                folder.resolve("state-" + number),
                folder.resolve("cold-" + number + ".log"));
    }

    private String application() {
        return "cold-" + number;
    }

    private String topic(String of) {
        return application() + "-" + of;
    }

    /** Runs the start; throws a {@link ChaosFailure} that names the records or commits that are missing. */
    Outcome run() {
        kafka.createTopic(topic("lines"), PARTITIONS);
        kafka.createTopic(topic("counts"), PARTITIONS);
        long backlog = (long) options.recordsPerSecond() * BACKLOG_SECONDS;
        lines.sendUpTo(backlog);
        lines.flush();
        try (instance) {
            instance.start();
            long startedNs = System.nanoTime();
            progressNs = startedNs;
            Duration firstCommit = awaitFirstCommit(backlog, startedNs);
            feed(backlog, startedNs);
            lines.flush();
            awaitAllCommitted();
            close();
            verify();
            return new Outcome(lines.lines(), firstCommit, longestGap);
        } finally {
            kafka.admin().deleteTopics(List.of(topic("lines"), topic("counts")));
        }
    }

    private Duration awaitFirstCommit(long backlog, long startedNs) {
        while (offsets.isEmpty()) {
            lines.sendUpTo(backlog + due(startedNs));
            ask(FIRST_COMMIT_LIMIT);
        }
        return Duration.ofNanos(System.nanoTime() - startedNs);
    }

    private void feed(long backlog, long startedNs) {
        while (System.nanoTime() - startedNs < mode.each().toNanos()) {
            lines.sendUpTo(backlog + due(startedNs));
            ask(gapMax);
        }
    }

    private long due(long sinceNs) {
        return (System.nanoTime() - sinceNs) * options.recordsPerSecond() / 1_000_000_000L;
    }

    private void awaitAllCommitted() {
        Map<TopicPartition, Long> ends = committed.ends(topic("lines"));
        while (!offsets.equals(ends)) {
            ask(gapMax);
        }
    }

    /** Asks now and then for the committed offsets, which must have moved within the limit. */
    private void ask(Duration limit) {
        instance.check();
        LockSupport.parkNanos(PAUSE_NS);
        long nowNs = System.nanoTime();
        if (nowNs - askedNs < ASK_PERIOD_NS) {
            return;
        }
        askedNs = nowNs;
        Map<TopicPartition, Long> now = committed.offsets(application());
        boolean moved = !now.equals(offsets);
        long gapNs = nowNs - progressNs;
        if (!offsets.isEmpty() && gapNs > longestGap.toNanos()) {
            longestGap = Duration.ofNanos(gapNs);
        }
        offsets = now;
        if (moved) {
            progressNs = nowNs;
        } else if (gapNs > limit.toNanos()) {
            throw stalled(limit);
        }
    }

    private ChaosFailure stalled(Duration limit) {
        instance.dumpThreads();
        Map<TopicPartition, Long> ends = committed.ends(topic("lines"));
        StringBuilder waiting = new StringBuilder();
        new TreeMap<>(byPartition(ends)).forEach((partition, end) -> {
            long offset = offsets.getOrDefault(new TopicPartition(topic("lines"), partition), 0L);
            waiting.append(offset < end ? "; partition " + partition + " stands at " + offset + " of " + end : "");
        });
        return failure("nothing was committed for " + limit.toSeconds() + " s, in state "
                + instance.log().state() + waiting + "; its threads are in "
                + instance.log().file()
                + " and beside it");
    }

    private static Map<Integer, Long> byPartition(Map<TopicPartition, Long> ends) {
        Map<Integer, Long> byPartition = new HashMap<>();
        ends.forEach((partition, end) -> byPartition.put(partition.partition(), end));
        return byPartition;
    }

    private void close() {
        instance.requestClose(true);
        long sinceNs = System.nanoTime();
        while (instance.isAlive()) {
            LockSupport.parkNanos(PAUSE_NS);
            if (System.nanoTime() - sinceNs > CLOSE_LIMIT.toNanos()) {
                instance.dumpThreads();
                throw failure("not closed within " + CLOSE_LIMIT.toSeconds() + " s");
            }
        }
        if (instance.exitStatus() != 0) {
            throw failure("it has not closed in order: exit status " + instance.exitStatus());
        }
    }

    /**
     * Checks that the last count of each word is right, and that no count falls; under at-least-once only that the last
     * count is no less than the number of records.
     */
    private void verify() {
        Map<String, Long> counted = new HashMap<>();
        boolean exactlyOnce = options.exactlyOnce();
        committed.readAll(topic("counts"), record -> {
            long count = Long.parseLong(record.value());
            Long before = counted.put(record.key(), count);
            if (exactlyOnce && before != null && before > count) {
                throw failure("word " + record.key() + " was counted " + before + " times and then " + count);
            }
        });
        lines.words().forEach((word, sent) -> {
            long expected = sent * ColdStartApplication.TIMES_COUNTED;
            long found = counted.getOrDefault(word, 0L);
            if (exactlyOnce ? found != expected : found < expected) {
                throw failure("word " + word + " was counted " + found + " times, and came " + expected + " times");
            }
        });
    }

    private ChaosFailure failure(String what) {
        return new ChaosFailure("cold start " + number + ": " + what + "; its log is "
                + instance.log().file());
    }
}
