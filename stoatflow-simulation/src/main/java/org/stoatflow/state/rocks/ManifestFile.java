package org.stoatflow.state.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A database of which only the list of its files is looked at. */
public final class ManifestFile {
    private final Path database;
    private final Path file;

    /** Makes a database, and closes it. */
    public ManifestFile(Path database) throws IOException {
        this.database = database;
        RocksDB.loadLibrary();
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB made = RocksDB.open(options, database.toString())) {
            made.put(new byte[] {1}, new byte[] {1});
        } catch (RocksDBException failure) {
            throw new IOException("no database in " + database, failure);
        }
        file = database.resolve(Manifest.of(database).orElseThrow().name());
    }

    /** The list as RocksDB has written it. */
    public byte[] bytes() throws IOException {
        return Files.readAllBytes(file);
    }

    /** Puts other bytes there, and reads them as a start does. */
    public void read(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        Manifest.of(database).orElseThrow().wholeBytes();
    }
}
