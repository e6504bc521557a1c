package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

class RecordingTest {
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final Recording recording = new Recording("./stoatflow demo --kill");

    @TempDir
    private Path folder;

    @Test
    void shouldShowWhatIsPrinted() throws Exception {
        List<String> drawn = draw("Counting <words> & lines", "kill -9 7: dead", "verified: 2 words");
        assertEquals(
                List.of(
                        "$ ./stoatflow demo --kill",
                        "Counting <words> & lines",
                        "kill -9 7: dead",
                        "verified: 2 words"),
                drawn);
        assertTrue(screen.toString(StandardCharsets.UTF_8).startsWith("Counting <words> & lines\n"));
    }

    @Test
    void shouldLeaveOutTheMiddleOfManySeconds() throws Exception {
        String[] seconds = new String[20];
        for (int second = 0; second < seconds.length; second++) {
            seconds[second] = String.format("00:%02d  lines/s 5", second);
        }
        List<String> drawn = draw(seconds);
        assertEquals(6, drawn.size(), drawn::toString);
        assertEquals("...", drawn.get(3));
        assertEquals("00:19  lines/s 5", drawn.getLast());
    }

    @Test
    void shouldFoldLongLines() throws Exception {
        List<String> drawn = draw("word ".repeat(40).strip());
        assertEquals(3, drawn.size());
        assertTrue(drawn.stream().allMatch(line -> line.length() <= 118), drawn::toString);
    }

    private List<String> draw(String... lines) throws Exception {
        try (PrintStream out = recording.printingTo(new PrintStream(screen, true, StandardCharsets.UTF_8))) {
            List.of(lines).forEach(out::println);
        }
        Path file = folder.resolve("demo.svg");
        recording.write(file);
        NodeList texts = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Files.newInputStream(file))
                .getElementsByTagName("text");
        return IntStream.range(0, texts.getLength())
                .mapToObj(i -> texts.item(i).getTextContent())
                .toList();
    }
}
