package org.stoatflow.state.rocks;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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

    /** By two buffers outside the heap, which RocksDB reads in place; arrays it would copy into memory of its own. */
    private void write(SortedRows rows, Path file) throws RocksDBException {
        try (EnvOptions environment = new EnvOptions();
                Options options = families.optionsOfRows();
                SstFileWriter writer = new SstFileWriter(environment, options);
                Arena memory = Arena.ofConfined()) {
            ByteBuffer key = memory.allocate(rows.keyBytesMax()).asByteBuffer();
            ByteBuffer value =
                    memory.allocate(Math.max(1, rows.valueBytesMax())).asByteBuffer();
            writer.open(file.toString());
            rows.writeTo((array, keyAt, keyBytes, valueBytes) -> {
                if (valueBytes == PackedRows.REMOVED) {
                    writer.delete(Arrays.copyOfRange(array, keyAt, keyAt + keyBytes));
                } else {
                    key.clear().put(array, keyAt, keyBytes).flip();
                    value.clear().put(array, keyAt + keyBytes, valueBytes).flip();
                    writer.put(key, value);
                }
            });
            writer.finish();
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
