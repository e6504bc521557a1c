package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.RocksDBConfigSetter;

class RocksTuningTest {
    private static final List<String> CALLS = new ArrayList<>();

    @TempDir
    Path folder;

    private long nativesBefore;

    /** Notes its calls, and sets one option of each kind. */
    public static final class Setter implements RocksDBConfigSetter {
        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            CALLS.add("set " + storeName + " of " + configs.get("application.id") + " with " + configs.get("mine"));
            BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
            options.setTableFormatConfig(table.setBlockSize(12_345));
            options.setMaxWriteBufferNumber(7);
            options.setStatsDumpPeriodSec(4321);
        }

        @Override
        public void close(String storeName, Options options) {
            CALLS.add("close " + storeName + " " + options.maxWriteBufferNumber());
        }
    }

    /** Cannot be used. */
    public static final class Failing implements RocksDBConfigSetter {
        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            throw new IllegalStateException("cannot set " + storeName);
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    @BeforeEach
    void begin() {
        CALLS.clear();
        nativesBefore = Natives.open();
    }

    private static StreamsConfig config(Object setter) {
        return new StreamsConfig(Map.of(
                "application.id",
                "tuned",
                "bootstrap.servers",
                "localhost:9092",
                "mine",
                "value",
                "rocksdb.config.setter",
                setter));
    }

    private StateEngine open(Object setter) {
        return StateEngines.openRocks(
                folder,
                List.of(TestStores.plain("a"), TestStores.plain("b")),
                RocksSettings.defaults(),
                RocksTuning.of(config(setter)));
    }

    @Test
    void shouldOpenTheDatabaseWithWhatTheSetterSets() throws IOException {
        for (int time = 0; time < 2; time++) {
            open(Setter.class.getName()).close();
        }
        assertEquals(
                List.of(
                        "set tuned of tuned with value",
                        "close tuned 7",
                        "set tuned of tuned with value",
                        "close tuned 7"),
                CALLS);
        String options = options();
        assertTrue(options.contains("max_write_buffer_number=7\n"), options);
        assertTrue(options.contains("block_size=12345\n"), options);
        assertTrue(options.contains("stats_dump_period_sec=4321\n"), options);
        assertTrue(options.contains("compression=kLZ4Compression\n"), options);
        assertTrue(options.contains("bottommost_compression=kZSTD\n"), options);
        assertEquals(nativesBefore, Natives.open());
    }

    @Test
    void shouldSayWhatTheSetterThrows() {
        assertEquals(
                "cannot set tuned",
                assertThrows(IllegalStateException.class, () -> open(Failing.class))
                        .getMessage());
        assertEquals(nativesBefore, Natives.open());
    }

    @Test
    void shouldRefuseWhatIsNoSetter() {
        assertThrows(KafkaException.class, () -> open(String.class));
        assertEquals(nativesBefore, Natives.open());
    }

    @Test
    void shouldChangeNothingWhereThereIsNoSetter() {
        StreamsConfig none = new StreamsConfig(Map.of("application.id", "a", "bootstrap.servers", "localhost:9092"));
        assertSame(RocksTuning.NONE, RocksTuning.of(none));
    }

    private String options() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Path newest = files.filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
                    .max(Path::compareTo)
                    .orElseThrow();
            return Files.readString(newest);
        }
    }
}
