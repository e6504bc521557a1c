package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceIdTest {
    @TempDir
    Path folder;

    @Test
    void shouldKeepItsId() {
        String id = InstanceId.of(folder);
        assertEquals(id, UUID.fromString(id).toString());
        assertEquals(id, InstanceId.of(folder));
    }

    /** As a machine that loses power may leave the file: all such instances would be one member of the group. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\0\0\0\0"})
    void shouldMakeAnIdWhereTheFileHasNone(String left) throws IOException {
        Files.writeString(InstanceId.file(folder), left);
        String id = InstanceId.of(folder);
        assertFalse(id.isBlank());
        assertEquals(id, UUID.fromString(id).toString());
        assertEquals(id, InstanceId.of(folder));
    }
}
