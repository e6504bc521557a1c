package org.stoatflow.state.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The folder of a task, in which users' stores keep what they like. Beside that it has a file of the positions of its
 * stores, which is there when they were closed and nothing uncommitted was in them.
 */
final class TaskFolder {
    static final String POSITIONS = ".checkpoint";

    private static final Logger LOG = LoggerFactory.getLogger(TaskFolder.class);
    private static final String VERSION = "stoatflow-1";
    private static final Pattern ANY_VERSION = Pattern.compile("stoatflow-\\d+");
    private static final Pattern POSITION = Pattern.compile("\\S+( -?\\d{1,18}){3}");

    private final Path folder;

    TaskFolder(Path folder) {
        this.folder = folder;
    }

    private Path positionsFile() {
        return folder.resolve(POSITIONS);
    }

    /** Whether any store has put something into the folder. */
    boolean holdsRows() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> !file.getFileName().toString().startsWith(POSITIONS));
        } catch (NoSuchFileException never) {
            return false;
        } catch (IOException failure) {
            throw failed("cannot be listed", failure);
        }
    }

    /** By the names of stores; null where the stores were not closed, or are new, or the file is damaged. */
    @Nullable
    Map<String, ChangelogPosition> positions() {
        List<String> lines;
        try {
            lines = Files.readAllLines(positionsFile(), StandardCharsets.ISO_8859_1); // which has each byte
        } catch (NoSuchFileException none) {
            return null;
        } catch (IOException failure) {
            throw failed("has positions that cannot be read", failure);
        }
        if (!lines.isEmpty()
                && ANY_VERSION.matcher(lines.getFirst()).matches()
                && !lines.getFirst().equals(VERSION)) {
            throw new ProcessorStateException("The file " + positionsFile() + " is not of this version (" + VERSION
                    + "). Delete the folder " + folder + ", so that its stores are restored");
        }
        if (lines.isEmpty()
                || !lines.getFirst().equals(VERSION)
                || !lines.stream()
                        .skip(1)
                        .allMatch(line -> POSITION.matcher(line).matches())) {
            return damaged();
        }
        try {
            return positions(lines.subList(1, lines.size()));
        } catch (IllegalArgumentException noPosition) { // numbers that do not go together
            return damaged();
        }
    }

    private @Nullable Map<String, ChangelogPosition> damaged() {
        LOG.warn("The file {} is damaged: its stores count as not closed", positionsFile());
        return null;
    }

    private static Map<String, ChangelogPosition> positions(List<String> lines) {
        Map<String, ChangelogPosition> positions = new HashMap<>();
        for (String line : lines) {
            String[] parts = line.split(" ");
            positions.put(
                    parts[0],
                    new ChangelogPosition(
                            Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3])));
        }
        return positions;
    }

    /** Notes that the stores are closed, and hold nothing uncommitted. */
    void keep(Map<String, ChangelogPosition> positions) {
        StringBuilder text = new StringBuilder(VERSION).append('\n');
        positions.forEach((store, position) -> text.append(store)
                .append(' ')
                .append(position.nextOffset())
                .append(' ')
                .append(position.ownEnd())
                .append(' ')
                .append(position.appliedAtMs())
                .append('\n'));
        Path written = folder.resolve(POSITIONS + ".new");
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    written,
                    text,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(written, positionsFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw failed("cannot be given the positions of its stores", failure);
        }
    }

    /** From now on, stores may hold what is not committed. */
    void forgetPositions() {
        try {
            Files.deleteIfExists(positionsFile());
        } catch (IOException failure) {
            throw failed("has positions that cannot be deleted", failure);
        }
    }

    void delete() {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            FolderDeletion.delete(folder);
        } catch (IOException failure) {
            throw failed("cannot be deleted", failure);
        }
    }

    private ProcessorStateException failed(String what, IOException failure) {
        return new ProcessorStateException("The folder " + folder + " of users' stores " + what, failure);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
