package org.stoatflow.state.rocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.state.StateDiskException;

/**
 * The database's folder in a state folder, and how a copy takes its place. A damaged database is put aside, and deleted
 * once two newer ones are. Each move is one rename, and {@link #settle} ends what a kill has cut short:
 *
 * <pre>
 * rocksdb.damage       says that a file of rocksdb is damaged; there until another database has taken its place
 * rocksdb.copying      a copy of what is sound, not complete
 * rocksdb.copied       a complete copy, which takes the place of rocksdb once that is put aside
 * rocksdb.damaged-TIME a damaged database
 * rocksdb.manifest     the name of a MANIFEST of rocksdb, and how long it was at least
 * </pre>
 *
 * One process holds the folder; {@link #mark} is for any thread, the rest for the one that opens.
 */
final class DatabaseFiles {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFiles.class);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final Pattern NOTE = Pattern.compile("MANIFEST-\\d+ \\d{1,18}");

    private static final String ASIDE = "rocksdb.damaged-";

    private static final int LOG_HEAD_BYTES = 64; // more than what a log says of the one before it

    /** How many databases that were put aside are kept. Each may be as large as the state. */
    static final int ASIDES_MAX = 2;

    private final Path folder;
    private final Path database;
    private final Path mark;
    private final Path copying;
    private final Path copied;
    private final Path manifest;

    DatabaseFiles(Path folder) {
        this.folder = folder;
        database = StateFolder.database(folder);
        mark = folder.resolve("rocksdb.damage");
        copying = folder.resolve("rocksdb.copying");
        copied = folder.resolve("rocksdb.copied");
        manifest = folder.resolve("rocksdb.manifest");
    }

    Path folder() {
        return folder;
    }

    Path database() {
        return database;
    }

    /** Where a copy is made. */
    Path copying() {
        return copying;
    }

    /** Ends what a process before this one was killed in. */
    void settle() {
        run(() -> {
            deleteIfThere(copying);
            if (Files.exists(database)) {
                deleteIfThere(copied); // the database may have changed since
            } else {
                Files.deleteIfExists(manifest); // first: a copy may have a shorter MANIFEST of the same name
                Files.deleteIfExists(mark); // before a copy is there, of which it says nothing
                if (Files.exists(copied)) {
                    Files.move(copied, database, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        });
    }

    /** Notes that the database is damaged, so that the next opening does not use it as it is. */
    synchronized void mark(StateDiskException why) {
        try {
            Files.writeString(mark, String.valueOf(why.getMessage()));
        } catch (IOException notNoted) { // whoever opens the database meets the damage again
            why.addSuppressed(notNoted);
        }
    }

    boolean isMarked() {
        return Files.exists(mark);
    }

    /**
     * Refuses a database whose damage is noted.
     *
     * @throws StateDiskException that says which
     */
    void requireUnmarked() {
        if (isMarked()) {
            throw new StateDiskException(StateDiskException.Kind.DAMAGED, markText(), null);
        }
    }

    /** What was said of the damage that is noted. */
    String markText() {
        try {
            return new String(Files.readAllBytes(mark), StandardCharsets.UTF_8); // a kill may have cut it short
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    /**
     * Refuses what RocksDB would open, and what it would lose rows of without a word.
     *
     * @throws StateDiskException that says so, of kind {@code DAMAGED}
     */
    void requireWhole() {
        if (isManifestDamaged()) { // first: RocksDB may read a damaged one for ever
            throw damaged("a record of the MANIFEST in " + database + " is not whole, or it has lost its end");
        }
        if (isTakenForNew()) {
            throw damaged("there are rows in " + database
                    + ", but its file CURRENT, or the MANIFEST named there, does not say of which stores");
        }
    }

    private StateDiskException damaged(String how) {
        return new StateDiskException(
                StateDiskException.Kind.DAMAGED, "State folder " + folder + " is damaged: " + how, null);
    }

    /** Whether RocksDB would take the database for a new one, and delete the files that have its rows. */
    private boolean isTakenForNew() {
        if (!Files.isDirectory(database) || RocksFamilies.areIn(database)) {
            return false;
        }
        try (Stream<Path> files = Files.list(database)) {
            return files.anyMatch(DatabaseFiles::mayHaveRows);
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    private static boolean mayHaveRows(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".sst") || (name.endsWith(".log") && file.toFile().length() > LOG_HEAD_BYTES);
    }

    /**
     * Whether the MANIFEST is damaged. It only grows; RocksDB takes one that lacks its last records for an older one,
     * without a word, and deletes the files of rows that it does not name.
     */
    boolean isManifestDamaged() {
        try {
            Optional<Manifest> inUse = Manifest.of(database);
            if (inUse.isEmpty()) {
                return false;
            }
            OptionalLong whole = inUse.get().wholeBytes();
            return whole.isEmpty() || whole.getAsLong() < noted(inUse.get().name());
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    /** How long a MANIFEST was; 0 where that is not noted. */
    private long noted(String name) throws IOException {
        if (!Files.exists(manifest)) {
            return 0;
        }
        String noted = Files.readString(manifest, StandardCharsets.ISO_8859_1);
        boolean isWhole = NOTE.matcher(noted).matches(); // a machine that lost power may have left it empty
        return isWhole && noted.startsWith(name + " ") ? Long.parseLong(noted.substring(name.length() + 1)) : 0;
    }

    /** Notes how long the MANIFEST is. */
    void noteManifest() {
        try {
            Optional<Manifest> inUse = Manifest.of(database);
            if (inUse.isPresent()) {
                String noted =
                        inUse.get().name() + " " + inUse.get().wholeBytes().orElse(0);
                Path written = Files.writeString(folder.resolve("rocksdb.manifest.new"), noted);
                Files.move(written, manifest, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException notNoted) { // such as for a full disk; the note before this one is still true
            LOG.debug("The length of the MANIFEST in {} is not noted", database, notNoted);
        }
    }

    /** Forgets a copy that is not complete. */
    void dropCopy() {
        run(() -> deleteIfThere(copying));
    }

    /** Puts the complete copy in the place of the database. */
    Path replaceByCopy() {
        run(() -> Files.move(copying, copied, StandardCopyOption.ATOMIC_MOVE));
        return putAside();
    }

    /** Puts the database aside, for a copy if there is one, else for a new one. Returns where it is now. */
    Path putAside() {
        Path aside = aside();
        run(() -> Files.move(database, aside, StandardCopyOption.ATOMIC_MOVE));
        settle();
        deleteOlder(aside);
        return aside;
    }

    /** A disk that damages files again and again must not be filled by that. */
    private void deleteOlder(Path newest) {
        List<Path> older = new ArrayList<>(asides());
        older.remove(newest);
        for (Path aside : older.subList(0, Math.max(0, older.size() + 1 - ASIDES_MAX))) {
            try {
                FolderDeletion.delete(aside);
                LOG.warn("Deleted {}, a damaged database: {} newer ones are kept", aside, ASIDES_MAX);
            } catch (IOException notDeleted) {
                LOG.warn("Cannot delete {}, a damaged database that nobody needs any more", aside, notDeleted);
            }
        }
    }

    /** The databases that are put aside, the oldest first. */
    List<Path> asides() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(ASIDE))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    private Path aside() {
        String name = ASIDE + TIME.format(Instant.now());
        Path aside = folder.resolve(name);
        for (int more = 2; Files.exists(aside); more++) {
            aside = folder.resolve(name + "-" + more);
        }
        return aside;
    }

    private static void deleteIfThere(Path old) throws IOException {
        if (Files.exists(old)) {
            FolderDeletion.delete(old);
        }
    }

    /** A change of files. */
    private interface Change {
        void make() throws IOException;
    }

    private void run(Change change) {
        try {
            change.make();
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    private StateDiskException failed(IOException failure) {
        return new StateDiskException(
                StateDiskException.Kind.FAILED,
                "State folder " + folder + " cannot be changed: " + failure + ". Look after the disk and the rights of"
                        + " the process, and start the application again",
                failure);
    }
}
