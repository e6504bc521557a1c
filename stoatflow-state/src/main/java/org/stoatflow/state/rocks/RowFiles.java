package org.stoatflow.state.rocks;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.DirectSlice;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.PackedRows;

/**
 * Gives the rows of a batch to the database as a file of sorted rows (RocksDB, "Creating and Ingesting SST files").
 * The file goes to the lowest level that has no row of its range, so that rows of a store partition that is loaded into
 * an empty range are written once, and never compacted. It needs neither write buffer nor write-ahead log.
 *
 * <p>A row that comes several times in a batch has its last value. A later file wins over an earlier one.
 *
 * <p>A kill leaves either the file before it is given, which the next opening deletes, or all of its rows. They are in
 * the database before the position that the batch leads to; killed between the two, the same rows are loaded again.
 *
 * <p>Threads: any, each with its own batch.
 */
final class RowFiles {
    private static final Logger LOG = LoggerFactory.getLogger(RowFiles.class);
    private static final String GLOB = "load-*.part";

    private final RocksFamilies families;

    /** Shared. Written by: restore threads. Read by: restore threads. Safe: atomic. Proof: SharedFieldsTest. */
    private final AtomicLong number = new AtomicLong();

    RowFiles(RocksFamilies families) {
        this.families = families;
    }

    /** Deletes what a killed process has not given to the database. Before it is opened. */
    static void deleteLeft(Path database) {
        if (!Files.isDirectory(database)) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(database, GLOB)) {
            for (Path file : left) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            LOG.warn("Files that a restore has left in {} stay there: {}", database, failure.toString());
        }
    }

    /** Adds the rows. */
    void load(PackedRows packed) throws RocksDBException {
        if (packed.size() == 0) {
            return;
        }
        SortedRows rows = new SortedRows(packed);
        Path file = families.folder().resolve("load-" + number.incrementAndGet() + ".part");
        try {
            write(rows, file);
            try (IngestExternalFileOptions options = new IngestExternalFileOptions().setMoveFiles(hasLinks(file))) {
                families.db()
                        .ingestExternalFile(
                                families.family(RocksFamilies.KEY_VALUE), List.of(file.toString()), options);
            }
        } finally {
            delete(file);
        }
    }

    /**
     * Whether the file system has hard links, by which RocksDB moves a file. It copies one by itself only where it is
     * told that there are none, and some file systems say that links are not permitted.
     */
    private static boolean hasLinks(Path file) {
        Path link = file.resolveSibling("load-link-of-" + file.getFileName());
        try {
            Files.createLink(link, file);
            Files.delete(link);
            return true;
        } catch (IOException | UnsupportedOperationException none) {
            LOG.debug("{} is copied, since it cannot be linked", file, none);
            return false;
        }
    }

    private void write(SortedRows rows, Path file) throws RocksDBException {
        try (EnvOptions environment = new EnvOptions();
                Options options = families.optionsOfRows();
                SstFileWriter writer = new SstFileWriter(environment, options);
                Arena memory = Arena.ofConfined();
                Memory key = new Memory(memory, rows.keyBytesMax());
                Memory value = new Memory(memory, rows.valueBytesMax())) {
            writer.open(file.toString());
            rows.writeTo((array, keyAt, keyBytes, valueBytes) -> {
                key.set(array, keyAt, keyBytes);
                if (valueBytes == PackedRows.REMOVED) {
                    writer.delete(key.slice);
                } else {
                    value.set(array, keyAt + keyBytes, valueBytes);
                    writer.put(key.slice, value.slice);
                }
            });
            writer.finish();
        }
    }

    /**
     * Bytes outside the heap, of which RocksDB knows where they are. It would ask a buffer for that at each call, and
     * copy an array.
     */
    private static final class Memory implements AutoCloseable {
        private final ByteBuffer bytes;
        private final DirectSlice slice;
        private int length;

        Memory(Arena memory, int bytesMax) {
            length = Math.max(1, bytesMax);
            bytes = memory.allocate(length).asByteBuffer();
            slice = new DirectSlice(bytes, length);
        }

        void set(byte[] from, int at, int count) {
            bytes.put(0, from, at, count);
            if (count != length) {
                slice.setLength(count);
                length = count;
            }
        }

        @Override
        public void close() {
            slice.close();
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file); // moved, if all went well
        } catch (IOException failure) {
            LOG.warn("File {} of a restore stays there until the state is opened again: {}", file, failure.toString());
        }
    }
}
