package org.stoatflow.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * What an application's state folder has in it, by names: docs/ARCHITECTURE.md, "State on disk", lists them. Whoever
 * deletes state asks here, and nothing else is deleted (docs/design/052).
 */
public final class StateEntries {
    /** The file that is locked. It is in each folder that was ever in use, and so is the mark that says whose it is. */
    public static final String LOCK = "lock";

    /** What the name of a folder that is being deleted ends with. */
    public static final String DELETED = ".deleted";

    /** What the name of a file begins with that is made to see who its owner is, and deleted at once. */
    static final String PROBE = ".owner-";

    private static final Pattern FILES =
            Pattern.compile("lock|instance\\.id(\\.new)?|rocksdb\\.damage|rocksdb\\.manifest(\\.new)?|\\.owner-\\d+");
    private static final Pattern DATABASES =
            Pattern.compile("rocksdb(\\.copying|\\.copied|\\.damaged-\\d{8}T\\d{6}Z(-\\d+)?)?");
    private static final Pattern TASKS = Pattern.compile("global|\\d+_\\d+");
    private static final Pattern OF_A_DATABASE = Pattern.compile(
            "CURRENT|IDENTITY|LOCK|LOG|LOG\\.old.*|MANIFEST-\\d+|OPTIONS-\\d+|\\d+\\.(sst|log|blob|dbtmp)"
                    + "|load-\\d+\\.part");
    private static final Pattern PROCESS_ID = Pattern.compile("\\d{0,19}");
    private static final int LOCK_BYTES_MAX = 19;

    private StateEntries() {}

    /**
     * The files and folders in a state folder that are ours by their names and kinds, in the order of their names. No
     * link is.
     *
     * @param folder the state folder
     */
    public static List<Path> own(Path folder) {
        return list(folder).stream().filter(StateEntries::isOwn).toList();
    }

    /**
     * The others: what we have not written.
     *
     * @param folder the state folder
     */
    public static List<Path> others(Path folder) {
        return list(folder).stream().filter(file -> !isOwn(file)).toList();
    }

    /**
     * Makes sure that a folder is a state folder, and has nothing else in it. Nothing is changed.
     *
     * @param folder a folder that is there
     * @throws ProcessorStateException naming what is not ours
     */
    public static void requireOwn(Path folder) {
        List<Path> all = list(folder);
        List<String> others = new ArrayList<>();
        for (Path file : others(folder)) {
            others.add(file.getFileName() + (Files.isSymbolicLink(file) ? " (a link)" : ""));
        }
        if (others.isEmpty() && !all.isEmpty() && !isMarked(folder)) {
            throw refused(
                    folder,
                    "has no file " + LOCK + " of StoatFlow, so it is not known to be one; there are "
                            + all.stream().map(Path::getFileName).toList());
        }
        if (!others.isEmpty()) {
            throw refused(folder, "has files that StoatFlow has not written: " + others);
        }
    }

    /**
     * Refuses links in the places of files and folders of ours, before these are opened.
     *
     * @param folder the state folder
     * @throws ProcessorStateException naming the link
     */
    public static void requireNoLinks(Path folder) {
        for (Path file : list(folder)) {
            if (isNamed(file.getFileName().toString())) {
                FolderAccess.requireNoLink(file);
            }
        }
    }

    /** Whether a folder is one that is being deleted. */
    public static boolean isBeingDeleted(Path folder) {
        return folder.getFileName().toString().endsWith(DELETED);
    }

    /** Whether this is a folder, and no link, with the name that a task's has; Kafka Streams names them so, too. */
    public static boolean isTask(Path file) {
        return TASKS.matcher(file.getFileName().toString()).matches()
                && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isOwn(Path file) {
        String name = file.getFileName().toString();
        if (FILES.matcher(name).matches()) {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        }
        return isNamed(name)
                && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                && (!DATABASES.matcher(name).matches() || isDatabase(file));
    }

    private static boolean isNamed(String name) {
        String before = name.endsWith(DELETED) ? name.substring(0, name.length() - DELETED.length()) : name;
        return FILES.matcher(name).matches()
                || DATABASES.matcher(before).matches()
                || TASKS.matcher(before).matches();
    }

    /** Whether a folder has the files of a database, or none. */
    private static boolean isDatabase(Path folder) {
        List<Path> files = list(folder);
        return files.isEmpty()
                || files.stream()
                        .anyMatch(file -> OF_A_DATABASE
                                .matcher(file.getFileName().toString())
                                .matches());
    }

    private static boolean isMarked(Path folder) {
        Path lock = folder.resolve(LOCK);
        try {
            return Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(lock) <= LOCK_BYTES_MAX
                    && PROCESS_ID
                            .matcher(new String(Files.readAllBytes(lock), StandardCharsets.ISO_8859_1))
                            .matches();
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot read " + lock, failure);
        }
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot list the folder " + folder, failure);
        }
    }

    private static ProcessorStateException refused(Path folder, String why) {
        return new ProcessorStateException("State folder " + folder + " " + why
                + ". Nothing is deleted: take what is not StoatFlow's out of it, or delete it yourself");
    }
}
