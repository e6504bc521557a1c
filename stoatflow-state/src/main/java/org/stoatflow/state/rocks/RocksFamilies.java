package org.stoatflow.state.rocks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.stoatflow.state.StateDiskException;

/** An open RocksDB with the families that this version knows, and what it is made of. */
final class RocksFamilies implements AutoCloseable {
    static final String KEY_VALUE = "kv";
    static final String META = "meta";

    private final Path folder;
    private final Natives natives = new Natives();
    private final Map<String, ColumnFamilyHandle> handles = new LinkedHashMap<>();
    private final RowFiles rowFiles = new RowFiles(this);
    private final RocksDB db;
    private Runnable endOfTuning = () -> {};
    private RocksTuning.@Nullable Tuned tuned; // set when it is opened
    private @Nullable SpaceReturn spaceReturn; // used by the threads that open and close

    /** Opens or makes the database in a folder. */
    RocksFamilies(Path folder, RocksSettings settings) {
        this(folder, settings, RocksTuning.NONE);
    }

    /** Opens the database in a folder for reading. Nothing in the folder is changed. */
    static RocksFamilies readOnly(Path folder, RocksSettings settings, RocksTuning tuning) {
        return new RocksFamilies(folder, settings, tuning, true);
    }

    /** Opens or makes the database in a folder, with the options as the application's setter changes them. */
    RocksFamilies(Path folder, RocksSettings settings, RocksTuning tuning) {
        this(folder, settings, tuning, false);
    }

    private RocksFamilies(Path folder, RocksSettings settings, RocksTuning tuning, boolean readOnly) {
        RocksDB.loadLibrary();
        this.folder = folder;
        boolean opened = false;
        if (!readOnly) {
            RowFiles.deleteLeft(folder);
        }
        try {
            db = open(settings, tuning, readOnly);
            opened = true;
        } catch (RocksDBException failure) {
            throw tuning.openingFailure(folder, failure);
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    private RocksDB open(RocksSettings settings, RocksTuning tuning, boolean readOnly) throws RocksDBException {
        RocksOptions options = new RocksOptions(settings, natives);
        ColumnFamilyOptions own = options.family();
        RocksTuning.Tuned made = tuning.apply(options.database(), own, natives);
        tuned = made;
        endOfTuning = made::close;
        DBOptions database = made.database();
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        Set<String> names = names(folder);
        for (String name : names) {
            descriptors.add(new ColumnFamilyDescriptor(
                    name.getBytes(StandardCharsets.UTF_8), name.equals(KEY_VALUE) ? made.rows() : own));
        }
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        RocksDB db = natives.hold(
                readOnly
                        ? RocksDB.openReadOnly(database, folder.toString(), descriptors, opened)
                        : RocksDB.open(database, folder.toString(), descriptors, opened));
        int next = 0;
        for (String name : names) {
            handles.put(name, natives.hold(opened.get(next++)));
        }
        return db;
    }

    /**
     * The options that files with rows are written with; the caller closes them. Compressed as our bottom level is,
     * rows would take half of a restore's time: so they are compressed lightly, and as that level is when they are next
     * rewritten. What a user has set instead is left.
     */
    Options optionsOfRows() {
        RocksTuning.Tuned opened = Objects.requireNonNull(tuned, "it is not open");
        Options options = new Options(opened.database(), opened.rows());
        if (options.compressionType() == RocksOptions.COMPRESSION
                && options.bottommostCompressionType() == RocksOptions.COMPRESSION_AT_BOTTOM) {
            try (CompressionOptions lightly = RocksOptions.lightCompression()) { // is copied
                options.setBottommostCompressionType(RocksOptions.COMPRESSION).setBottommostCompressionOptions(lightly);
            }
        }
        return options;
    }

    /** Our families and, since RocksDB opens all or nothing, whatever else a newer version left there. */
    private static Set<String> names(Path folder) throws RocksDBException {
        Set<String> names = new LinkedHashSet<>();
        names.add(new String(RocksDB.DEFAULT_COLUMN_FAMILY, StandardCharsets.UTF_8));
        names.add(KEY_VALUE);
        names.add(META);
        names.addAll(listed(folder));
        return names;
    }

    /** Whether RocksDB finds our families in a folder. It finds none where it cannot read which there are. */
    static boolean areIn(Path folder) {
        RocksDB.loadLibrary();
        try {
            return listed(folder).containsAll(Set.of(KEY_VALUE, META));
        } catch (RocksDBException unreadable) {
            if (RocksFailure.kind(unreadable) == StateDiskException.Kind.DAMAGED) {
                return false;
            }
            throw RocksFailure.of(folder, "opened", unreadable);
        }
    }

    private static Set<String> listed(Path folder) throws RocksDBException {
        Manifest.requireWhole(folder);
        Set<String> listed = new LinkedHashSet<>();
        try (Options any = new Options()) {
            for (byte[] name : RocksDB.listColumnFamilies(any, folder.toString())) {
                listed.add(new String(name, StandardCharsets.UTF_8));
            }
        }
        return listed;
    }

    RocksDB db() {
        return db;
    }

    /** Takes rows as files. */
    RowFiles rowFiles() {
        return rowFiles;
    }

    ColumnFamilyHandle family(String name) {
        ColumnFamilyHandle handle = handles.get(name);
        if (handle == null) {
            throw new IllegalArgumentException("No column family " + name + " in " + handles.keySet());
        }
        return handle;
    }

    /** Begins to give the disk space of purged stores back, where there are any. */
    void returnSpace() throws RocksDBException {
        spaceReturn = SpaceReturn.begin(db, family(KEY_VALUE), family(META));
    }

    /** As {@link #returnSpace}, with what a test gives. */
    void returnSpaceBy(SpaceReturn begun) {
        spaceReturn = begun;
    }

    /** Whether a close has left the database open, since a compaction uses it. */
    boolean isInUse() {
        return spaceReturn != null && !spaceReturn.hasEnded();
    }

    /** Waits for the end of what gives space back, however long that takes. */
    void awaitSpaceReturn() {
        if (spaceReturn != null) {
            spaceReturn.awaitEnd();
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        if (spaceReturn != null) {
            spaceReturn.close(); // if it fails, the database is in use, and stays open
        }
        try {
            endOfTuning.run();
        } finally {
            natives.close();
        }
    }
}
