package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The files of a partition on a node that does not run. */
record PartitionLog(Path folder) {
    private static final String SEGMENT = ".log";

    /** What the broker makes anew where it is missing: indexes, and snapshots of what its producers have sent. */
    private static final List<String> DERIVED = List.of(".index", ".timeindex", ".txnindex", ".snapshot");

    // A batch of records begins with its first offset (8 bytes) and the length of what follows (4 bytes). Behind these
    // are an epoch, a version, a checksum and attributes, and then the distance to its last offset (4 bytes).
    private static final int LENGTH_AT = 8;
    private static final int CONTENT_AT = 12;
    private static final int LAST_OFFSET_AT = 23;
    private static final int HEADER_BYTES = 27;

    boolean exists() {
        return Files.isDirectory(folder);
    }

    /** Cuts off the batch of records that holds {@code end}, and all behind it. */
    void cut(long end) {
        try (Stream<Path> found = Files.list(folder)) {
            for (Path file : found.toList()) {
                String name = file.getFileName().toString();
                if (DERIVED.stream().anyMatch(name::endsWith)) {
                    Files.delete(file);
                } else if (name.endsWith(SEGMENT)) {
                    cut(file, end);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the log in " + folder + " could not be cut at offset " + end, failure);
        }
    }

    private static void cut(Path segment, long end) throws IOException {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            long position = 0;
            while (channel.read(header.clear(), position) == HEADER_BYTES
                    && header.getLong(0) + header.getInt(LAST_OFFSET_AT) < end) {
                position += CONTENT_AT + header.getInt(LENGTH_AT);
            }
            channel.truncate(position);
        }
    }
}
