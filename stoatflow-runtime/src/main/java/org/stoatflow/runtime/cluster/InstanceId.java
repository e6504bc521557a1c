package org.stoatflow.runtime.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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

    /**
     * Reads the folder's id, or writes a new one, also where the file has none: all instances whose file is empty would
     * be one member, and fence each other. This process must have locked the folder.
     */
    public static String of(Path folder) {
        Path file = file(folder);
        try {
            String known = Files.exists(file)
                    ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip() // damaged, it is not UTF-8
                    : "";
            if (!known.chars().allMatch(character -> character == 0)) {
                return known;
            }
            String id = UUID.randomUUID().toString();
            Path written = Files.writeString(
                    folder.resolve(FILE + ".new"),
                    id,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC); // else a machine that loses power may leave the file without its bytes
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            return id;
        } catch (IOException failure) {
            throw new StreamsException("Cannot read or write the instance id in " + file + ": " + failure, failure);
        }
    }
}
