package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DbPath;
import org.rocksdb.HashSkipListMemTableConfig;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.PlainTableConfig;
import org.rocksdb.RemoveEmptyValueCompactionFilter;
import org.rocksdb.WALRecoveryMode;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.RocksDBConfigSetter;
import org.stoatflow.streams.state.internals.BlockBasedTableConfigWithAccessibleCache;

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
            BlockBasedTableConfigWithAccessibleCache table = // as setters of libraries do
                    (BlockBasedTableConfigWithAccessibleCache) options.tableFormatConfig();
            assertTrue(table.blockCache().getUsage() >= 0);
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

    /** Does what a test gives it. */
    public static final class Given implements RocksDBConfigSetter {
        private static Consumer<Options> change = options -> {};

        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            change.accept(options);
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                change(
                        "setTableFormatConfig with a PlainTableConfig",
                        o -> o.setTableFormatConfig(new PlainTableConfig())),
                change(
                        "setTableFormatConfig with an index of type kHashSearch",
                        o -> o.setTableFormatConfig(new BlockBasedTableConfig().setIndexType(IndexType.kHashSearch))),
                change("useFixedLengthPrefixExtractor", o -> o.useFixedLengthPrefixExtractor(4)),
                change("useCappedPrefixExtractor", o -> o.useCappedPrefixExtractor(4)),
                change("setComparator", o -> o.setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR)),
                change("setMergeOperatorName", o -> o.setMergeOperatorName("uint64add")),
                change(
                        "setMemTableConfig with a HashSkipListMemTableConfig",
                        o -> o.setMemTableConfig(new HashSkipListMemTableConfig())),
                change("setWalDir", o -> o.setWalDir("/tmp/elsewhere")),
                change("setDbPaths", o -> o.setDbPaths(List.of(new DbPath(Path.of("/tmp/elsewhere"), 1)))),
                change("setCfPaths", o -> o.setCfPaths(List.of(new DbPath(Path.of("/tmp/elsewhere"), 1)))),
                change("setInplaceUpdateSupport", o -> o.setInplaceUpdateSupport(true)),
                change("setUnorderedWrite", o -> o.setUnorderedWrite(true)),
                change("setBestEffortsRecovery", o -> o.setBestEffortsRecovery(true)),
                change("setRowCache", o -> o.setRowCache(new LRUCache(1 << 10))),
                change("setCompactionStyle with FIFO", o -> o.setCompactionStyle(CompactionStyle.FIFO)),
                change("setCompactionFilter,", RocksTuningTest::dropEmpty),
                change("setCompactionFilterFactory", o -> o.setCompactionFilterFactory(null)),
                change("Compression type Xpress", o -> o.setCompressionType(CompressionType.XPRESS_COMPRESSION)),
                change(
                        "setWalRecoveryMode with SkipAnyCorruptedRecords",
                        o -> o.setWalRecoveryMode(WALRecoveryMode.SkipAnyCorruptedRecords)));
    }

    private static void dropEmpty(Options options) {
        try (RemoveEmptyValueCompactionFilter filter = new RemoveEmptyValueCompactionFilter()) {
            options.setCompactionFilter(filter);
        }
    }

    private static Arguments change(String name, Consumer<Options> change) {
        return Arguments.of(name, change);
    }

    /** Each of them opens once; what is not refused is then to be found at the next opening, too. */
    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseWhatCannotBe(String call, Consumer<Options> change) {
        Given.change = change;
        String message = String.valueOf(
                assertThrows(ConfigException.class, () -> open(Given.class)).getMessage());
        assertTrue(message.contains(call), message);
        assertTrue(message.contains("rocksdb.config.setter") && message.contains(Given.class.getName()), message);
        assertEquals(nativesBefore, Natives.open());
        Given.change = options -> {};
        open(Given.class).close();
    }

    @Test
    void shouldKeepTheEnginesOwnRowsAsTheyAre() throws IOException {
        open(Setter.class).close();
        String meta = options().substring(options().indexOf("[CFOptions \"meta\"]"));
        assertFalse(meta.contains("max_write_buffer_number=7\n"), meta);
        assertFalse(meta.contains("block_size=12345\n"), meta);
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
