package org.stoatflow.state.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.stoatflow.state.ChangelogPosition;

/** The file of positions in the folder of a task, for who has no stores there. */
public final class PositionsFile {
    private final TaskFolder task;
    private final Path file;

    public PositionsFile(Path folder) {
        task = new TaskFolder(folder);
        file = folder.resolve(TaskFolder.POSITIONS);
    }

    /** The file as it is written at a close. */
    public byte[] bytes() throws IOException {
        task.keep(Map.of("counts", new ChangelogPosition(7, 8, 9), "sums", new ChangelogPosition(1, 2, 3)));
        return Files.readAllBytes(file);
    }

    /** Puts other bytes there, and reads them as a start does. */
    public void read(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        task.positions();
    }
}
