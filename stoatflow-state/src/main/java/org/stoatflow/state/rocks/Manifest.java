package org.stoatflow.state.rocks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.stoatflow.state.StateDiskException;

/**
 * The list of a database's files, which RocksDB appends to. RocksDB takes some records that are damaged for the end of
 * the list, without a word, and reads others for ever. So it may only read a list of which each record is whole; what a
 * kill has left of the last one may follow.
 *
 * <p>Design: the file is blocks of 32 KiB. A record is one or several fragments, none of which crosses a block: masked
 * CRC-32C of what follows the length (4 bytes, little-endian), length (2), type (1), bytes. A block's last bytes are
 * left out where they have no room for a fragment's head.
 */
final class Manifest {
    private static final Pattern NAME = Pattern.compile("MANIFEST-\\d+");
    private static final int BLOCK_BYTES = 1 << 15;
    private static final int HEAD_BYTES = 7;
    private static final int LENGTH_AT = 4;
    private static final int TYPE_AT = 6;
    private static final int MASK = 0xa282ead8;

    private static final byte ALL = 1;
    private static final byte FIRST = 2;
    private static final byte MIDDLE = 3;
    private static final byte LAST = 4;

    private final Path file;
    private long wholeBytes;
    private boolean isInRecord;

    /** What a fragment's place has. */
    private enum Found {
        /** A fragment that fits what was before it. */
        WHOLE,
        /** What a kill leaves of a fragment: bytes that end too early, or none but zeros. */
        CUT,
        /** Anything else. */
        DAMAGED
    }

    private Manifest(Path file) {
        this.file = file;
    }

    /** The list that is in use; empty where the database has none, or does not say which. */
    static Optional<Manifest> of(Path database) throws IOException {
        Path current = database.resolve("CURRENT");
        if (!Files.exists(current)) {
            return Optional.empty();
        }
        String name = Files.readString(current, StandardCharsets.ISO_8859_1).strip();
        return NAME.matcher(name).matches() && Files.exists(database.resolve(name))
                ? Optional.of(new Manifest(database.resolve(name)))
                : Optional.empty();
    }

    /**
     * Requires that RocksDB can read the list that is in use, if any.
     *
     * @throws StateDiskException if it is damaged, or cannot be looked at
     */
    static void requireWhole(Path database) {
        try {
            Optional<Manifest> inUse = of(database);
            if (inUse.isPresent() && inUse.get().wholeBytes().isEmpty()) {
                throw new StateDiskException(
                        StateDiskException.Kind.DAMAGED,
                        "Database " + database + " is damaged: a record of its file "
                                + inUse.get().name() + " is not whole",
                        null);
            }
        } catch (IOException failure) {
            throw new StateDiskException(
                    StateDiskException.Kind.FAILED,
                    "Database " + database + " cannot be read: " + failure + ". Look after the disk and the rights of"
                            + " the process, and start the application again",
                    failure);
        }
    }

    String name() {
        return file.getFileName().toString();
    }

    /** Up to where its records are whole; empty where anything else than the begin of another record follows. */
    OptionalLong wholeBytes() throws IOException {
        wholeBytes = 0;
        isInRecord = false;
        try (InputStream bytes = Files.newInputStream(file)) {
            long blockAt = 0;
            byte[] block = bytes.readNBytes(BLOCK_BYTES);
            while (block.length > 0) {
                byte[] next = bytes.readNBytes(BLOCK_BYTES);
                switch (found(block, blockAt)) {
                    case WHOLE -> {}
                    case CUT -> {
                        return next.length == 0 ? OptionalLong.of(wholeBytes) : OptionalLong.empty();
                    }
                    case DAMAGED -> {
                        return OptionalLong.empty();
                    }
                }
                blockAt += block.length;
                block = next;
            }
            return OptionalLong.of(wholeBytes);
        }
    }

    private Found found(byte[] bytes, long blockAt) {
        ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (block.remaining() >= HEAD_BYTES) {
            int at = block.position();
            int length = block.getShort(at + LENGTH_AT) & 0xffff;
            byte type = block.get(at + TYPE_AT);
            if (HEAD_BYTES + length > block.remaining() || isZero(block)) {
                return Found.CUT;
            }
            boolean goesOn = type == MIDDLE || type == LAST;
            if (type < ALL || type > LAST || goesOn != isInRecord || block.getInt(at) != crc(bytes, at, length)) {
                return Found.DAMAGED;
            }
            block.position(at + HEAD_BYTES + length);
            isInRecord = type == FIRST || type == MIDDLE;
            if (!isInRecord) {
                wholeBytes = blockAt + block.position();
            }
        }
        return bytes.length == BLOCK_BYTES || !block.hasRemaining() ? Found.WHOLE : Found.CUT;
    }

    private static boolean isZero(ByteBuffer block) {
        for (int at = block.position(); at < block.limit(); at++) {
            if (block.get(at) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int crc(byte[] block, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(block, at + TYPE_AT, 1 + length);
        int value = (int) crc.getValue();
        return Integer.rotateRight(value, 15) + MASK;
    }
}
