package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.state.rocks.LeftState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/**
 * Another process has taken both transactional ids, and the group has not noticed yet. What is committed now, without
 * a request to a broker, must not say that the rows are current.
 */
class FencedOwnerIT {
    private static final int TICKS = 5;

    private final AtomicInteger ticks = new AtomicInteger();

    @TempDir
    Path folder;

    @Test
    void shouldNotStampRowsByTransactionsThatAskNobody() {
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        String application = in + "-app";
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        try (OurApp app = OurApp.running(topology(in, out), config);
                Feed feed = new Feed()) {
            feed.send(in, "key", "value");
            feed.flush();
            Eventually.await(() -> Topic.count(out) == 1, () -> "an output");
            await(ticks.get() + 1); // which may have begun before the last commit that asked a broker
            fence(application);
            long fencedMs = System.currentTimeMillis();
            await(ticks.get() + TICKS);
            assertEquals(List.of(), app.errors());
            app.close();
            long currentMs = currentMs(ApplicationSettings.stateFolder(folder, application));
            assertTrue(currentMs < fencedMs, "current at " + currentMs + ", fenced at " + fencedMs);
        }
    }

    private void await(int count) {
        Eventually.await(() -> ticks.get() >= count, () -> count + " ticks, of " + ticks);
    }

    private static void fence(String application) {
        for (int id = 0; id < 2; id++) {
            try (KafkaProducer<byte[], byte[]> another = new KafkaProducer<>(
                    Map.of(
                            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                            TestCluster.shared().bootstrapServers(),
                            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                            application + "-stoatflow-" + id),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                another.initTransactions();
            }
        }
    }

    private static long currentMs(Path state) {
        try (StateFolder held = StateFolder.take(state)) {
            return LeftState.read(held, RocksSettings.defaults(), RocksTuning.NONE)
                    .orElseThrow()
                    .currentAtMs()
                    .orElseThrow();
        }
    }

    private Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()));
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("ticks"), Serdes.String(), Serdes.Long())
                        .withLoggingDisabled());
        builder.<String, String>stream(in)
                .process(Ticking::new, "rows", "ticks")
                .to(out);
        return builder.build();
    }

    /** Keeps what it is given, and in a store without a changelog the time of its last punctuation. */
    private final class Ticking extends ContextualProcessor<String, String, String, String> {
        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            KeyValueStore<String, Long> last = context.getStateStore("ticks");
            context.schedule(Duration.ofMillis(50), PunctuationType.WALL_CLOCK_TIME, now -> {
                last.put("last", now);
                ticks.incrementAndGet();
            });
        }

        @Override
        public void process(Record<String, String> given) {
            KeyValueStore<String, String> rows = context().getStateStore("rows");
            rows.put(given.key(), given.value());
            context().forward(given);
        }
    }
}
