package org.stoatflow.runtime.global;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Stub;
import org.stoatflow.races.Together;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.topology.GlobalStore;

/**
 * A lane reads a global table while its topic is loaded and followed. Who sees that the table is loaded sees its rows,
 * and who sees an offset sees the rows before it.
 */
public final class GlobalLoadProof implements Proof {
    private static final TopicPartition PARTITION = new TopicPartition("world", 0);

    @Override
    public void attempt() {
        new Encounter().run();
    }

    /** One topic of two records, the first of which is there when the load begins. */
    private static final class Encounter {
        private final List<GlobalStore> stores = stores();
        private final StateEngine state = StateEngines.inMemory(GlobalTask.descriptions(stores));
        private int polls; // the follower's thread counts

        private static List<GlobalStore> stores() {
            StreamsBuilder builder = new StreamsBuilder();
            builder.globalTable(
                    "world",
                    Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("table")
                            .withKeySerde(Serdes.String())
                            .withValueSerde(Serdes.String()));
            return TopologyAccess.logical(builder.build()).globalStores();
        }

        @SuppressWarnings("unchecked") // a stub takes anything
        void run() {
            GlobalTask task = new GlobalTask(
                    stores,
                    Stub.of(Application.class, (method, arguments) -> null),
                    state,
                    Clock.SYSTEM,
                    new GlobalTask.Rules(ErrorHandling.FAILING, false));
            GlobalFollower follower = new GlobalFollower(
                    new GlobalFollower.Work(stores, task, state),
                    (Consumer<byte[], byte[]>) Stub.of(Consumer.class, this::call),
                    new GlobalSettings(Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1)),
                    new Unheard(),
                    Clock.SYSTEM);
            ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> table =
                    (ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>>)
                            Objects.requireNonNull(task.shared().open("table"), "the task has a store named table");
            Together.run(() -> follow(follower), () -> {
                boolean loaded = follower.isLoaded();
                ForbiddenOutcome.when(loaded && table.get("a") == null, "the table is loaded and has no row");
                ChangelogPosition position = state.changelogPosition(state.storeId("table"), 0);
                long offset = position == null ? 0 : position.nextOffset();
                ForbiddenOutcome.when(
                        offset >= 1 && table.get("a") == null, "the first offset is kept without its row");
                ForbiddenOutcome.when(
                        offset == 2 && table.get("b") == null, "the second offset is kept without its row");
            });
            ForbiddenOutcome.when(table.get("b") == null, "the topic is followed and a row is missing");
        }

        private void follow(GlobalFollower follower) {
            while (polls < 2) {
                follower.step();
            }
        }

        private @Nullable Object call(String method, Object[] arguments) {
            return switch (method) {
                case "partitionsFor" -> List.of(new PartitionInfo("world", 0, Node.noNode(), new Node[0], new Node[0]));
                case "beginningOffsets" -> Map.of(PARTITION, 0L);
                case "endOffsets" -> Map.of(PARTITION, 1L);
                case "poll" -> polled();
                default -> null;
            };
        }

        private ConsumerRecords<byte[], byte[]> polled() {
            long offset = polls++;
            byte[] key = (offset == 0 ? "a" : "b").getBytes(StandardCharsets.UTF_8);
            ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                    "world",
                    0,
                    offset,
                    5,
                    TimestampType.CREATE_TIME,
                    key.length,
                    key.length,
                    key,
                    key,
                    new RecordHeaders(),
                    Optional.empty());
            return new ConsumerRecords<>(
                    Map.of(PARTITION, List.of(record)), Map.of(PARTITION, new OffsetAndMetadata(offset + 1)));
        }
    }

    private static final class Unheard implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {}
    }
}
