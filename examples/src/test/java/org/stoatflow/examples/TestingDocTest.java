package org.stoatflow.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TestingDocTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void shouldShowTheTestsOfCountingWordsTest() throws IOException {
        String source = withoutIndent(
                Files.readString(ROOT.resolve("examples/src/test/java/org/stoatflow/examples/CountingWordsTest.java")));
        String[] parts = Files.readString(ROOT.resolve("docs/TESTING.md")).split("```java\n");
        assertEquals(4, parts.length, "programs on the page, and the text before them");
        for (int part = 1; part < parts.length; part++) {
            String program = withoutIndent(parts[part].substring(0, parts[part].indexOf("```")));
            assertTrue(source.contains(program), () -> "not in the source:\n" + program);
        }
    }

    private static String withoutIndent(String text) {
        StringBuilder lines = new StringBuilder();
        text.lines().map(String::strip).forEach(line -> lines.append(line).append('\n'));
        return lines.toString();
    }
}
