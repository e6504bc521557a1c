package org.stoatflow.parity.program;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/** Counts in users' stores, in a JVM of its own, that ends with its parent. */
public final class KilledStoresMain {
    /** How long the windows are that are counted in. */
    public static final long WINDOW_MS = 100;

    private static final long HISTORY_MS = 3_600_000;

    private KilledStoresMain() {}

    /** Arguments: bootstrap servers, application id, state folder, guarantee, start of the topics' names. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = KilledMain.settings(new Properties());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        KafkaStreams streams =
                new KafkaStreams(topology(args[4], args[3].equals(StreamsConfig.EXACTLY_ONCE_V2)), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    private static Topology topology(String prefix, boolean exactly) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> grouped =
                builder.<String, String>stream(prefix + "in").groupByKey();
        grouped.count(Materialized.<String, Long>as(TreeStore.supplier("counts", false, told -> {}))
                        .withCachingDisabled())
                .toStream()
                .to(prefix + "counted", Produced.with(Serdes.String(), Serdes.Long()));
        grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(WINDOW_MS)))
                .count(Materialized.<String, Long>as(TreeWindows.supplier("windows", WINDOW_MS))
                        .withCachingDisabled())
                .toStream((key, count) -> key.key() + "@" + key.window().start())
                .to(prefix + "windowed", Produced.with(Serdes.String(), Serdes.Long()));
        builder.addStateStore(Stores.versionedKeyValueStoreBuilder(
                TreeVersions.supplier("versions", HISTORY_MS, false, told -> {}), Serdes.String(), Serdes.Long()));
        builder.<String, String>stream(prefix + "in")
                .process(versioning(exactly), "versions")
                .to(prefix + "versioned", Produced.with(Serdes.String(), Serdes.Long()));
        Topology topology = builder.build();
        topology.addReadOnlyStateStore(
                new FiledLists("lists"),
                "held-source",
                new StringDeserializer(),
                new StringDeserializer(),
                prefix + "held",
                "holder",
                counting());
        topology.addSink(
                "lists-sink",
                prefix + "listed",
                new StringSerializer(),
                Serdes.Long().serializer(),
                "holder");
        return topology;
    }

    /** Counts in versions; where no record comes twice, the version before the last must have kept its time. */
    private static ProcessorSupplier<String, String, String, Long> versioning(boolean exactly) {
        return () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                VersionedKeyValueStore<String, Long> versions = context().getStateStore("versions");
                VersionedRecord<Long> last = versions.get(record.key());
                long count = last == null ? 0 : last.value();
                if (exactly && last != null) {
                    VersionedRecord<Long> before = versions.get(record.key(), last.timestamp() - 1);
                    long then = before == null ? 0 : before.value();
                    if (then != count - 1) {
                        throw new IllegalStateException(
                                "key=" + record.key() + " had " + last + ", and before that " + before);
                    }
                }
                versions.put(record.key(), count + 1, record.timestamp());
                context().forward(record.withValue(count + 1));
            }
        };
    }

    /** It forwards, though a read-only store's processor has no type for that. */
    @SuppressWarnings("unchecked")
    private static ProcessorSupplier<String, String, Void, Void> counting() {
        ProcessorSupplier<String, String, String, Long> counting = () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                FiledLists.Lists lists = context().getStateStore("lists");
                context().forward(record.withValue((long) lists.add(record.key())));
            }
        };
        return (ProcessorSupplier<String, String, Void, Void>) (ProcessorSupplier<?, ?, ?, ?>) counting;
    }
}
