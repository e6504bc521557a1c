package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFolderTest {
    @Test
    void shouldSayInOneLineThatThereIsNoPlaceForItsFiles(@TempDir Path folder) throws IOException {
        Path noFolder = Files.createFile(folder.resolve("tmp"));
        String message = assertThrows(DemoFailure.class, () -> DemoFolder.createIn(noFolder))
                .getMessage();
        assertTrue(message.contains(noFolder.toString()), message);
        assertEquals(1, message.lines().count(), message);
    }
}
