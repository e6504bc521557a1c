package org.stoatflow.testing.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.ProcessingContext;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;

/** Each task has a folder for what its processors write, and global processors have one. */
class TaskFoldersTest {
    @TempDir
    Path folder;

    private final List<File> seen = new ArrayList<>();

    @Test
    void shouldGiveEachKindOfProcessorTheFolderOfItsTask() {
        try (TopologyTestDriver driver = driver(true)) {
            assertEquals(List.of("0_0", "0_0", "0_0", "global"), names());
            assertTrue(seen.stream().allMatch(File::isDirectory), "made when asked for: " + seen);
        }
        assertTrue(seen.stream().noneMatch(File::exists), "gone with the driver");
    }

    @Test
    void shouldNameTheFolderAndNotMakeItWhereNothingIsOnDisk() {
        try (TopologyTestDriver driver = driver(false)) {
            assertEquals(List.of("0_0", "0_0", "0_0", "global"), names());
            assertFalse(seen.stream().anyMatch(File::exists), "nobody would delete them");
        }
    }

    private List<String> names() {
        return seen.stream().map(File::getName).sorted().toList();
    }

    private TopologyTestDriver driver(boolean isOnDisk) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(
                        isOnDisk ? Stores.persistentKeyValueStore("all") : Stores.inMemoryKeyValueStore("all"),
                        Serdes.String(),
                        Serdes.String()),
                "settings",
                Consumed.with(Serdes.String(), Serdes.String()),
                Written::new);
        builder.<String, String>stream("in").process(Written::new);
        builder.<String, String>stream("in").processValues(FixedKey::new);
        builder.<String, String>table("rows")
                .transformValues(Transformed::new)
                .toStream()
                .to("out");
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "task-folders");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return new TopologyTestDriver(builder.build(), config);
    }

    private void see(ProcessingContext context) {
        seen.add(context.stateDir());
    }

    private final class Written implements Processor<String, String, Void, Void> {
        @Override
        public void init(org.stoatflow.streams.processor.api.ProcessorContext<Void, Void> context) {
            see(context);
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    private final class FixedKey implements FixedKeyProcessor<String, String, String> {
        @Override
        public void init(FixedKeyProcessorContext<String, String> context) {
            see(context);
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {}
    }

    private final class Transformed implements ValueTransformerWithKey<String, String, String> {
        @Override
        public void init(ProcessorContext context) {
            seen.add(context.stateDir());
        }

        @Override
        public String transform(String key, String value) {
            return value;
        }

        @Override
        public void close() {}
    }
}
