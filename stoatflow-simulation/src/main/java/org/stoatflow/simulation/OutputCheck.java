package org.stoatflow.simulation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.ClusterView;

/**
 * Compares what a {@code read_committed} reader sees with a serial run over the input below the committed offsets. Each
 * check goes on from the previous one, so a check after every step costs only the new records.
 */
final class OutputCheck implements Inputs.LossListener {
    private final ClusterView cluster;
    private final Inputs inputs;
    private final SimulatedTopology program;
    private final boolean exactlyOnce;
    private final boolean countsMayFallBack;
    private final boolean foreignOwner;
    private final Map<TopicPartition, Long> readUpTo = new HashMap<>();
    private final CommittedInput committed;
    private final CountCheck counts;
    private final IdCheck ids;
    private final DueCheck due;
    private final PartitionTimeCheck times;

    /**
     * @param countsMayFallBack whether counts may fall: at-least-once with a second process, whose late changelog
     *     records undo newer ones
     * @param cached whether a cache or the program may leave counts out
     * @param foreignOwner whether another owner runs the application too, which reads only committed records and has
     *     disks of its own
     */
    OutputCheck(
            ClusterView cluster,
            Inputs inputs,
            SimulatedTopology program,
            boolean exactlyOnce,
            boolean countsMayFallBack,
            boolean cached,
            boolean foreignOwner) {
        this.cluster = cluster;
        this.inputs = inputs;
        this.program = program;
        this.exactlyOnce = exactlyOnce;
        this.countsMayFallBack = countsMayFallBack;
        this.foreignOwner = foreignOwner;
        this.committed = new CommittedInput(cluster);
        this.counts = new CountCheck(exactlyOnce, countsMayFallBack, cached, !exactlyOnce && program.countsLate());
        this.ids = new IdCheck(exactlyOnce);
        this.due = program.dueCheck(inputs::byId, exactlyOnce);
        this.times = new PartitionTimeCheck(cluster, inputs, exactlyOnce, foreignOwner);
    }

    /** Checks the output. Called after each step in which the cluster has changed. */
    void check() {
        readCommittedInput();
        readOutput();
        counts.require();
        ids.require();
    }

    /** Whether all input that a reader may see is committed. */
    boolean isAllCommitted() {
        for (TopicPartition partition : inputs.partitions()) {
            List<InputRecord> written = inputs.of(partition);
            for (int i = committed.upTo(partition); i < written.size(); i++) {
                if (counts(written.get(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether all output that is due was read. */
    boolean isAllOut() {
        // Without fences a process with another disk cannot tell how far stream time has come from what it restores.
        return counts.isAllCounted() && (countsMayFallBack || !exactlyOnce && foreignOwner || due.isAllOut());
    }

    String firstNotCommitted() {
        StringBuilder text = new StringBuilder(counts.isAllCounted() ? "" : "not all is counted; ")
                .append("due and not put out: ")
                .append(due.missing());
        for (TopicPartition partition : inputs.partitions()) {
            int next = committed.upTo(partition);
            text.append(partition)
                    .append(": ")
                    .append(next)
                    .append(" of ")
                    .append(inputs.of(partition).size())
                    .append(" records committed; ");
        }
        return text.toString();
    }

    /** Committed offsets and the input, for the trace of a failure. */
    void describe(StringBuilder text) {
        for (TopicPartition partition : inputs.partitions()) {
            text.append(partition)
                    .append(" committed ")
                    .append(cluster.committed(Setup.APPLICATION, partition))
                    .append(", end ")
                    .append(cluster.endOffset(partition, IsolationLevel.READ_COMMITTED))
                    .append('\n');
            inputs.of(partition)
                    .forEach(record -> text.append("  ").append(record).append('\n'));
        }
    }

    /** The final count of each key of a topic. */
    Map<String, Long> expectedCounts(String topic) {
        return counts.expected(topic);
    }

    /**
     * Whether the record must be in the output. Under at-least-once the engine reads what is not committed, as Kafka
     * Streams does; the other owner does not.
     */
    private boolean counts(InputRecord record) {
        return !exactlyOnce && !foreignOwner || record.fate == InputRecord.Fate.COMMITTED;
    }

    private void readCommittedInput() {
        for (TopicPartition partition : inputs.partitions()) {
            long offset = committed.offset(partition);
            List<InputRecord> written = inputs.of(partition);
            int next = committed.upTo(partition);
            if (exactlyOnce && next > 0 && written.get(next - 1).offset >= offset) {
                throw new Violation(
                        Invariant.OUTPUT_HAS_COMMITTED_INPUT,
                        "the committed offset of " + partition + " has gone back");
            }
            for (; next < written.size() && written.get(next).offset < offset; next++) {
                onCommitted(written.get(next));
            }
            committed.reach(partition, next);
            times.check(partition);
        }
    }

    /**
     * What was not committed yet may come out, as somebody may have polled it, or not. What was committed has come out.
     */
    @Override
    public void onLost(TopicPartition partition, int from, long offset) {
        readCommittedInput();
        List<InputRecord> records = inputs.of(partition);
        int done = committed.upTo(partition);
        for (int i = Math.max(from, done); i < records.size(); i++) {
            onLost(records.get(i));
            if (offset == 0 && records.get(i).seen) {
                ids.onSeenWhenDeleted(records.get(i).id);
            }
        }
        committed.reach(partition, Math.min(done, from));
        committed.onLost(partition, offset);
        times.forget(partition);
    }

    private void onLost(InputRecord record) {
        if (!counts(record)) {
            return;
        }
        record.fate = InputRecord.Fate.LOST;
        program.expect(record, new Expected() {
            @Override
            public void count(String topic, String key) {
                counts.onLost(topic, key);
            }

            @Override
            public void id(String topic, String key) {
                ids.onLost(record.id);
            }

            @Override
            public void inWindow(String key) {
                throw new IllegalStateException("input of windows is not lost here");
            }
        });
    }

    /** Requires that what the program had seen of a topic when it was deleted has come out. */
    void requireSeen() {
        ids.requireSeen();
    }

    private void onCommitted(InputRecord record) {
        if (exactlyOnce && record.fate == InputRecord.Fate.OPEN) {
            throw new Violation(
                    Invariant.OUTPUT_HAS_COMMITTED_INPUT,
                    "an offset beyond an open transaction is committed: " + record);
        }
        if (!counts(record)) {
            return;
        }
        if (record.finished.cardinality() < program.endings(record)) {
            throw new Violation(
                    Invariant.COMMITTED_IS_FINISHED,
                    record + " is committed, and " + record.finished.cardinality() + " of " + program.endings(record)
                            + " words have come through");
        }
        program.expect(record, new Expected() {
            @Override
            public void count(String topic, String key) {
                counts.onCommitted(topic, key);
            }

            @Override
            public void id(String topic, String key) {
                ids.onCommitted(topic, key, record.partition, record.id);
            }

            @Override
            public void inWindow(String key) {
                due.onCommitted(key, record);
            }
        });
    }

    private void readOutput() {
        if (program.leavesOut()) {
            readOn(Handling.DEAD_LETTERS, this::onLetter);
        }
        for (Sink sink : program.sinks()) {
            readOn(sink.topic(), record -> onOutput(sink, record));
        }
    }

    /** A dead letter has the value of its input. A shortened one says where that was; behind a hop, at which offset. */
    private void onLetter(ConsumerRecord<byte[], byte[]> letter) {
        if (letter.value() != null) {
            ids.onLeftOut(id(text(letter.value())));
            return;
        }
        boolean isBehindHop = about(letter, "offset").equals("-1");
        long offset = Long.parseLong(about(letter, isBehindHop ? "source.offset" : "offset"));
        for (TopicPartition partition : inputs.partitions()) {
            inputs.at(partition, offset).ifPresent(input -> {
                if (isBehindHop) {
                    ids.onMayBeLeftOut(input.id);
                } else if (partition.topic().equals(about(letter, "topic"))
                        && partition.partition() == Integer.parseInt(about(letter, "partition"))) {
                    ids.onLeftOut(input.id);
                }
            });
        }
    }

    private static String about(ConsumerRecord<byte[], byte[]> letter, String what) {
        return text(letter.headers().lastHeader("__stoatflow.errors." + what).value());
    }

    private void readOn(String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        for (TopicPartition partition : cluster.partitions(topic)) {
            long from = readUpTo.getOrDefault(partition, 0L);
            long end = cluster.endOffset(partition, IsolationLevel.READ_COMMITTED);
            if (end > from) {
                cluster.records(partition, IsolationLevel.READ_COMMITTED, from).forEach(reader);
                readUpTo.put(partition, end);
            }
        }
    }

    private void onOutput(Sink sink, ConsumerRecord<byte[], byte[]> record) {
        String key = text(record.key());
        switch (sink.content()) {
            case COUNTS -> counts.onCount(key, number(record), record);
            case TICKS -> counts.onTick(key, number(record), record);
            case IDS -> {
                int id = id(text(record.value()));
                ids.onOutput(sink.topic(), key, inputs.byId(id).partition, id);
            }
            case WINDOWS -> due.onOutput(key, text(record.value()));
        }
    }

    private static long number(ConsumerRecord<byte[], byte[]> record) {
        return ByteBuffer.wrap(record.value()).getLong();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The number before the colon of a value. */
    private static int id(String value) {
        int colon = value.indexOf(':');
        return Integer.parseInt(colon < 0 ? value : value.substring(0, colon));
    }
}
