package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/** The one deletion that a versioned store of Kafka Streams forgets, and ours does not. */
class ForgottenDeletionTest {
    /** A put of the key {@code k}. */
    private record Put(String value, long timeMs) {}

    private static final List<Put> PUTS = List.of(new Put("first", 500), new Put(null, 500), new Put("older", 450));

    @TempDir
    Path folder;

    @Test
    void shouldBringBackInKafkaStreamsWhatWasDeletedWithItsOwnTime() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                "in",
                Consumed.with(Serdes.String(), Serdes.String()),
                Materialized.as(Stores.persistentVersionedKeyValueStore("s", Duration.ofSeconds(1))));
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            VersionedKeyValueStore<String, String> theirs = driver.getVersionedKeyValueStore("s");
            PUTS.forEach(put -> theirs.put("k", put.value, put.timeMs));

            assertEquals("older", theirs.get("k").value());
        }
    }

    @Test
    @SuppressWarnings("unchecked") // the store is described here
    void shouldRememberTheDeletion() {
        StoreDescription store =
                TestStores.store(new StoreSettings.Versioned(1_000, 500), "s", true, Serdes.String(), Serdes.String());
        TestStores.ManualRecord record = new TestStores.ManualRecord();
        record.timestamp = 500;
        try (StateEngine engine = StateEngines.openRocks(
                folder, List.of(store), RocksSettings.defaults().withMemoryBytes(8 << 20))) {
            LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
            lane.partition(0);
            org.stoatflow.streams.state.VersionedKeyValueStore<String, String> ours =
                    (org.stoatflow.streams.state.VersionedKeyValueStore<String, String>) lane.store("s");
            List<Long> validTo = PUTS.stream()
                    .map(put -> ours.put("k", put.value, put.timeMs))
                    .toList();

            assertEquals(List.of(-1L, -1L, 500L), validTo);
            assertNull(ours.get("k"));
            assertEquals("older", ours.get("k", 499).value());
            lane.close();
        }
    }
}
