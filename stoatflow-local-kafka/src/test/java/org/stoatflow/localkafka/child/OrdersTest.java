package org.stoatflow.localkafka.child;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker deletes whose parent is gone. */
class OrdersTest {
    @TempDir
    Path folder;

    @Test
    void shouldDeleteLinksAndNothingBehindThem() throws IOException {
        Path theirs = Files.createDirectories(folder.resolve("theirs/deep"));
        Files.writeString(theirs.resolve("file"), "theirs");
        Path node = Files.createDirectories(folder.resolve("node/data"));
        Files.writeString(node.resolve("0.log"), "records");
        Files.createSymbolicLink(node.resolve("folder"), folder.resolve("theirs"));
        Files.createSymbolicLink(node.resolve("file"), theirs.resolve("file"));
        Files.createSymbolicLink(node.resolve("nowhere"), folder.resolve("nowhere"));
        Orders.delete(folder.resolve("node"));
        assertTrue(Files.notExists(folder.resolve("node"), LinkOption.NOFOLLOW_LINKS));
        assertEquals("theirs", Files.readString(theirs.resolve("file")));
        Files.createSymbolicLink(folder.resolve("node"), folder.resolve("theirs"));
        Orders.delete(folder.resolve("node"));
        assertEquals("theirs", Files.readString(theirs.resolve("file")));
    }
}
