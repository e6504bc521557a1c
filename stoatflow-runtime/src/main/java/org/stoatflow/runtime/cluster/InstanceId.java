package org.stoatflow.runtime.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The id under which an instance is a static member of its group (docs/DESIGN.md, "One machine, then more"). The state
 * folder keeps it. So an instance that restarts is the same member at once, and another machine is another member.
 */
public final class InstanceId {
    private static final String FILE = "instance.id";

    private InstanceId() {}

    /** The file in the folder that has the id. */
    public static Path file(Path folder) {
        return folder.resolve(FILE);
    }

    /** Reads the folder's id, or writes a new one. This process must have locked the folder. */
    public static String of(Path folder) {
        Path file = file(folder);
        try {
            if (Files.exists(file)) {
                return Files.readString(file).strip();
            }
            String id = UUID.randomUUID().toString();
            Path written = Files.writeString(folder.resolve(FILE + ".new"), id);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            return id;
        } catch (IOException failure) {
            throw new StreamsException("Cannot read or write the instance id in " + file + ": " + failure, failure);
        }
    }
}
