package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;

/** Whichever callback throws an {@code Error}: the application ends, or goes on, and can be closed. */
class ThrowingCallbackIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String STORE = "rows";

    private static String in;
    private static String out;
    private static String global;

    @TempDir
    Path folder;

    @BeforeAll
    static void feed() {
        in = Topic.create("in", 1);
        out = Topic.create("out", 1);
        global = Topic.create("global", 1);
        try (Feed feed = new Feed()) {
            feed.send(global, "k", "v");
            feed.send(in, "k", "v");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveTheApplicationToBeClosed(ThrowingCallback callback) {
        ThrowingCallback.chooseNone();
        Topology topology = topology(callback); // which asks suppliers, too
        callback.choose();
        Properties config = OurApp.config(
                TestCluster.shared().uniqueName("throwing"), folder.resolve(callback.name()), "at_least_once");
        ThrowingCallback.configure(config);
        config.put("stoatflow.close.timeout.ms", "8000");
        KafkaStreams streams = new KafkaStreams(topology, config);
        streams.setStateListener(ThrowingCallback.states());
        streams.setGlobalStateRestoreListener(ThrowingCallback.restores());
        streams.setUncaughtExceptionHandler(failure -> {
            ThrowingCallback.UNCAUGHT_HANDLER.call();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        if (callback == ThrowingCallback.GLOBAL_PROCESS) {
            assertThrows(StreamsException.class, streams::start, "as Kafka Streams, whose start loads the stores");
        } else {
            streams.start();
        }
        if (callback.isOfClose()) {
            Eventually.await(() -> streams.state() == KafkaStreams.State.RUNNING, () -> "RUNNING, " + streams.state());
        } else {
            Eventually.await(ThrowingCallback::hasThrown, () -> callback + " to throw, " + streams.state());
        }
        assertTrue(streams.close(LIMIT), () -> "closed, where " + callback + " throws; it is " + streams.state());
        assertTrue(ThrowingCallback.hasThrown(), () -> callback + " was called");
    }

    private Topology topology(ThrowingCallback callback) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.String()));
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("shared"), Serdes.String(), Serdes.String())
                        .withLoggingDisabled(),
                global,
                Consumed.with(Serdes.String(), Serdes.String()),
                Shared::new);
        builder.<String, String>stream(in)
                .process(
                        () -> {
                            ThrowingCallback.SUPPLIER.call();
                            return new Writing(callback);
                        },
                        STORE)
                .to(
                        (key, value, context) -> {
                            ThrowingCallback.TOPIC_NAME.call();
                            return out;
                        },
                        Produced.streamPartitioner((topic, key, value, partitions) -> {
                            ThrowingCallback.SINK_PARTITIONER.call();
                            return callback == ThrowingCallback.PRODUCER_PARTITIONER
                                    ? java.util.Optional.empty()
                                    : java.util.Optional.of(Set.of(0));
                        }));
        return builder.build();
    }

    /** Writes each record to the store, and forwards it. */
    private static final class Writing implements Processor<String, String, String, String> {
        private final ThrowingCallback callback;
        private ProcessorContext<String, String> context;

        Writing(ThrowingCallback callback) {
            this.callback = callback;
        }

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
            ThrowingCallback.INIT.call();
        }

        @Override
        public void process(Record<String, String> record) {
            ThrowingCallback.PROCESS.call();
            if (callback == ThrowingCallback.UNCAUGHT_HANDLER) {
                throw new NoClassDefFoundError("for the handler");
            }
            context.<org.stoatflow.streams.state.KeyValueStore<String, String>>getStateStore(STORE)
                    .put(record.key(), record.value());
            context.forward(
                    callback == ThrowingCallback.PRODUCTION_HANDLER ? record.withValue("x".repeat(2_000_000)) : record);
        }

        @Override
        public void close() {
            ThrowingCallback.CLOSE.call();
        }
    }

    /** Keeps nothing. */
    private static final class Shared implements Processor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            ThrowingCallback.GLOBAL_PROCESS.call();
        }

        @Override
        public void close() {
            ThrowingCallback.GLOBAL_CLOSE.call();
        }
    }
}
