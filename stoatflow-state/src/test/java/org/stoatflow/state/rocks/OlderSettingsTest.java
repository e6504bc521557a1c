package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.RocksDBConfigSetter;

/** A folder whose files were written with other settings is opened, read and written with these. */
class OlderSettingsTest {
    private static final int KEYS = 20_000;
    private static final int VALUE_BYTES = 100;
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);

    @TempDir
    Path folder;

    /** The settings of the first versions, with small write buffers, so that there are files on several levels. */
    public static final class Former implements RocksDBConfigSetter {
        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            options.setWriteBufferSize(256 << 10)
                    .setMaxWriteBufferNumber(2)
                    .setLevel0FileNumCompactionTrigger(4)
                    .setMaxBytesForLevelBase(256 << 20)
                    .setBottommostCompressionOptions(new CompressionOptions());
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    /** What a user may want in place of ours. */
    public static final class Users implements RocksDBConfigSetter {
        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            options.setWriteBufferSize(300 << 10)
                    .setLevel0FileNumCompactionTrigger(3)
                    .setMaxBytesForLevelBase(77 << 20)
                    .setCompactionStyle(CompactionStyle.UNIVERSAL)
                    .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION);
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    private StateEngine open(Class<?> setter) {
        RocksTuning tuning = setter == null
                ? RocksTuning.NONE
                : RocksTuning.of(new StreamsConfig(Map.of(
                        "application.id",
                        "a",
                        "bootstrap.servers",
                        "localhost:9092",
                        "rocksdb.config.setter",
                        setter.getName())));
        return StateEngines.openRocks(folder, List.of(TestStores.plain("a")), SMALL, tuning);
    }

    @Test
    void shouldGoOnWithAFolderOfOtherSettings() throws IOException {
        write(Former.class, 1);
        assertTrue(options().contains("level0_file_num_compaction_trigger=4\n"), "they were the former");
        requireRows(null, 1);
        write(null, 2);
        String now = options();
        assertTrue(now.contains("level0_file_num_compaction_trigger=12\n"), now);
        assertTrue(now.contains("write_buffer_size=1048576\n"), now);
        assertTrue(now.contains("max_write_buffer_number=4\n"), now);
        assertTrue(now.contains("max_bytes_for_level_base=268435456\n"), now);
        assertTrue(now.contains("bottommost_compression=kZSTD\n"), now);
        requireRows(null, 2);
        write(Users.class, 3);
        String ofUser = options();
        assertTrue(ofUser.contains("level0_file_num_compaction_trigger=3\n"), ofUser);
        assertTrue(ofUser.contains("write_buffer_size=307200\n"), ofUser);
        assertTrue(ofUser.contains("max_bytes_for_level_base=80740352\n"), ofUser);
        assertTrue(ofUser.contains("compaction_style=kCompactionStyleUniversal\n"), ofUser);
        assertTrue(ofUser.contains("bottommost_compression=kLZ4Compression\n"), ofUser);
        requireRows(Users.class, 3);
        write(null, 4);
        requireRows(null, 4);
    }

    /** Writes each row in no order, and removes every seventh of this run and no other. */
    private void write(Class<?> setter, int run) {
        Random random = new Random(run);
        byte[] text = new byte[VALUE_BYTES];
        try (StateEngine engine = open(setter)) {
            for (int row = 0; row < KEYS; ) {
                StateBatch batch = new StateBatch(run);
                for (int i = 0; i < 1_000; i++, row++) {
                    int key = (int) (row * 2_654_435_761L % KEYS);
                    random.nextBytes(text);
                    boolean isRemoved = key % 7 == run % 7;
                    batch.put(
                            0,
                            key % 4,
                            bytes(key),
                            isRemoved
                                    ? null
                                    : ByteBuffer.allocate(8 + VALUE_BYTES)
                                            .putInt(run)
                                            .putInt(key)
                                            .put(text)
                                            .array());
                }
                batch.position(0, 0, run);
                engine.apply(batch);
            }
        }
    }

    private static byte[] bytes(int key) {
        return ByteBuffer.allocate(4).putInt(key).array();
    }

    private void requireRows(Class<?> setter, int run) {
        try (StateEngine engine = open(setter)) {
            assertEquals(new ChangelogPosition(run, run), engine.changelogPosition(0, 0));
            for (int key = 0; key < KEYS; key++) {
                byte[] found = engine.get(0, key % 4, bytes(key));
                if (key % 7 == run % 7) {
                    assertNull(found);
                } else {
                    ByteBuffer value = ByteBuffer.wrap(found);
                    assertEquals(run, value.getInt());
                    assertEquals(key, value.getInt());
                }
            }
        }
    }

    /** Of the rows, as the last opening has noted them. */
    private String options() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Path newest = files.filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
                    .max(Path::compareTo)
                    .orElseThrow();
            String all = Files.readString(newest);
            return all.substring(all.indexOf("[CFOptions \"kv\"]"), all.indexOf("[CFOptions \"meta\"]"));
        }
    }
}
