package org.stoatflow.races.engine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.GroupAssignment;
import org.stoatflow.memorykafka.MemoryKafka;
import org.stoatflow.memorykafka.Upstream;
import org.stoatflow.races.pauses.BlockingKafka;
import org.stoatflow.runtime.engine.EngineRig;

/**
 * Starts the engine cold under load, feeds it for a while, waits until all input is committed, closes the engine, and
 * compares the output topics with the input. Each wait is bounded: it fails if input waits and nothing is committed for
 * {@link #PATIENCE_MS}.
 */
public final class EngineSeed implements LongFunction<@Nullable String> {
    private static final int PARTITIONS = 3;
    private static final int FEED_ROUNDS = 400;
    private static final long PATIENCE_MS = 120_000; // the machine may be busy
    private static final int PAUSE_MS_MAX = 4;
    private static final int LINES_AT_ONCE_MAX = 6;
    private static final int WORDS_MAX = 4;
    private static final int VOCABULARY = 24;
    private static final int COMMITS_MIN = 20;
    private static final int BACKLOG_MAX = 400;

    @Override
    public @Nullable String apply(long seed) {
        return new Attempt(seed).run();
    }

    private static final class Attempt {
        private final Choices choices;
        private final SplittableRandom random;
        private final BlockingKafka kafka;
        private final EngineRig rig;
        private final Upstream upstream;
        private final List<TopicPartition> inputs = new ArrayList<>();
        private final List<String> words = new ArrayList<>();
        private long committed;
        private long progressNs = System.nanoTime();

        Attempt(long seed) {
            choices = Choices.of(seed);
            random = new SplittableRandom(~seed);
            kafka = new BlockingKafka(seed);
            upstream = kafka.with(this::prepared);
            rig = new EngineRig(choices.program().logical(), choices.config(), choices.settings(), kafka);
        }

        private Upstream prepared(MemoryKafka model) {
            choices.program().sources().forEach(topic -> model.createTopic(topic, PARTITIONS));
            choices.program().sinks().forEach(topic -> model.createTopic(topic, PARTITIONS));
            choices.program()
                    .sources()
                    .forEach(topic -> inputs.addAll(model.view().partitions(topic)));
            model.assignWith(Choices.APPLICATION, GroupAssignment.toOldest());
            return model.upstream("upstream");
        }

        @Nullable
        String run() {
            try {
                rig.start();
                String wrong = feedAndWait();
                if (wrong == null) {
                    wrong = rig.close();
                }
                if (wrong == null) {
                    wrong = rig.failure() == null ? difference() : failure();
                }
                return wrong == null ? null : wrong + "\n" + choices + "\n" + rig.status();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("nobody interrupts this", interrupted);
            }
        }

        private @Nullable String feedAndWait() throws InterruptedException {
            int round = 0;
            while (isFeeding(round) || uncommitted() > 0) {
                if (rig.failure() != null) {
                    return failure();
                }
                if (System.nanoTime() - progressNs > TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS)) {
                    return uncommitted() + " input records are not committed, and nothing was for " + PATIENCE_MS
                            + " ms";
                }
                if (round < FEED_ROUNDS || isFeeding(round) && uncommitted() < BACKLOG_MAX) {
                    write(1 + random.nextInt(LINES_AT_ONCE_MAX));
                }
                round++;
                Thread.sleep(random.nextInt(PAUSE_MS_MAX));
            }
            return null;
        }

        private boolean isFeeding(int round) {
            return round < FEED_ROUNDS || rig.commits() < COMMITS_MIN;
        }

        private String failure() {
            StringWriter text = new StringWriter();
            Objects.requireNonNull(rig.failure()).printStackTrace(new PrintWriter(text));
            return "it has failed: " + text;
        }

        private void write(int lines) {
            for (int line = 0; line < lines; line++) {
                List<String> some = new ArrayList<>();
                for (int word = 0; word <= random.nextInt(WORDS_MAX); word++) {
                    some.add("w".repeat(1 + random.nextInt(3)) + random.nextInt(VOCABULARY));
                }
                words.addAll(some);
                TopicPartition target = inputs.get(random.nextInt(inputs.size()));
                byte[] value = String.join(" ", some).getBytes(StandardCharsets.UTF_8);
                kafka.with(model -> upstream.writePlain(target, null, value, System.currentTimeMillis()));
            }
        }

        /** The number of input records after the committed offsets. Also notes when a commit has made progress. */
        private long uncommitted() {
            long ends = 0;
            long now = 0;
            for (TopicPartition input : inputs) {
                ends += kafka.with(model -> model.view().endOffset(input, IsolationLevel.READ_UNCOMMITTED));
                now += kafka.with(model ->
                        model.view().committed(Choices.APPLICATION, input).orElse(0));
            }
            if (now != committed || ends == now) {
                committed = now;
                progressNs = System.nanoTime();
            }
            return ends - now;
        }

        /**
         * The first difference from the expected output, or null. Counts of a key rise one by one up to the expected
         * count; behind a cache they may skip numbers.
         */
        private @Nullable String difference() {
            Map<String, Long> reached = new TreeMap<>();
            for (String topic : choices.program().sinks()) {
                for (ConsumerRecord<byte[], byte[]> record : records(topic)) {
                    String key = topic + " " + new String(record.key(), StandardCharsets.UTF_8);
                    long count = new LongDeserializer().deserialize(topic, record.value());
                    long before = reached.getOrDefault(key, 0L);
                    if (choices.cached() ? count <= before : count != before + 1) {
                        return key + " counts " + count + " after " + before;
                    }
                    reached.put(key, count);
                }
            }
            Map<String, Long> expected = choices.program().expected(words);
            return expected.equals(reached) ? null : "counted " + reached + ", expected " + expected;
        }

        private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
            return kafka.with(model -> model.view().partitions(topic).stream()
                    .flatMap(partition -> model.view().records(partition, IsolationLevel.READ_COMMITTED).stream())
                    .toList());
        }
    }
}
