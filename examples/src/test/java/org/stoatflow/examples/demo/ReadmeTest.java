package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import picocli.CommandLine;

/** The README is short, and what it says to type is there and works. Its links are tidy's to check. */
class ReadmeTest {
    private static final int WORDS_MAX = 600;
    private static final int FIRST_SCREEN_LINES = 25;
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final String OURS = "org.stoatflow";
    private static final Pattern COMMAND = Pattern.compile("\\./stoatflow ([^`\\n]*?)(?=`|  |\\n)");
    private static final Pattern INSTALL = Pattern.compile("\\./stoatflow build install -pl (\\S+) -am`");
    private static final Pattern FENCE = Pattern.compile("```(\\w*)\\n(.*?)```", Pattern.DOTALL);

    private final String text = read(ROOT.resolve("README.md"));

    @Test
    void shouldBeShort() {
        int words = text.strip().split("\\s+").length;
        assertTrue(words <= WORDS_MAX, words + " words");
    }

    @Test
    void shouldSayInTheFirstScreenWhichJdkItNeeds() {
        String screen = String.join("\n", text.lines().limit(FIRST_SCREEN_LINES).toList());
        assertTrue(screen.contains("JDK 25 or newer") && screen.contains("17 or 21"), screen);
    }

    @Test
    void shouldNameCommandsThatCanBeTyped() throws Exception {
        String help = run("./stoatflow", "help");
        List<String> lines = COMMAND.matcher(text)
                .results()
                .map(found -> found.group(1).strip())
                .toList();
        assertTrue(lines.contains("demo --kill") && lines.contains("demo --beside"), lines::toString);
        for (String line : lines) {
            List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
            String name = words.removeFirst();
            assertTrue(help.lines().anyMatch(listed -> listed.startsWith("  " + name + " ")), line);
            switch (name) {
                case "demo" -> assertIsTakenByTheDemo(words);
                case "build" ->
                    assertTrue(INSTALL.matcher("./stoatflow " + line + "`").matches(), line);
                default -> assertEquals(List.of(), words, line);
            }
        }
    }

    private static void assertIsTakenByTheDemo(List<String> arguments) {
        CommandLine demo = new DemoOptions.Given().commandLine();
        assertEquals(0, demo.execute(arguments.toArray(String[]::new)), arguments::toString);
        assertNotNull(demo.getExecutionResult(), arguments::toString);
    }

    /** That the line and the block are enough was tried on an empty local repository, which takes a build. */
    @Test
    void shouldInstallBeforeTheFirstBlockWhatTheBlockNames() throws Exception {
        Matcher block = FENCE.matcher(text);
        assertTrue(block.find());
        assertEquals("xml", block.group(1));
        Matcher install = INSTALL.matcher(text.substring(0, block.start()));
        assertTrue(install.find(), "no install line before the block");
        List<String> installed = List.of(install.group(1).split(","));
        Document named = parsed("<all>" + block.group(2) + "</all>");
        assertEquals(installed, texts(named, "artifactId"));
        assertEquals(Set.of(OURS), new HashSet<>(texts(named, "groupId")));
        String version = texts(parsed(read(ROOT.resolve("pom.xml"))), "version").getFirst();
        assertEquals(Set.of(version), new HashSet<>(texts(named, "version")));
        for (String module : withAllThatUsersGet(installed)) {
            String pom = read(ROOT.resolve(module).resolve("pom.xml"));
            assertFalse(pom.contains("maven.install.skip"), module + " is not installed");
            assertFalse(
                    pom.contains("<systemPath>") || pom.contains("<repositories>"), module + " is not from Central");
        }
    }

    /** The modules, and those of ours that come with them. */
    private static Set<String> withAllThatUsersGet(List<String> modules) throws Exception {
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(modules);
        while (!open.isEmpty()) {
            String module = open.remove();
            if (all.add(module)) {
                NodeList needed =
                        parsed(read(ROOT.resolve(module).resolve("pom.xml"))).getElementsByTagName("dependency");
                for (int i = 0; i < needed.getLength(); i++) {
                    Element one = (Element) needed.item(i);
                    String scope = String.join("", texts(one, "scope"));
                    if (isOfTheProject(one)
                            && texts(one, "groupId").contains(OURS)
                            && !Set.of("test", "provided").contains(scope)) {
                        open.addAll(texts(one, "artifactId"));
                    }
                }
            }
        }
        return all;
    }

    /** A build's plugins have dependencies too, which nobody else gets. */
    private static boolean isOfTheProject(Element dependency) {
        return "project".equals(dependency.getParentNode().getParentNode().getNodeName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"one-epoch", "demo-kill"})
    void shouldShowPicturesOnLightAndDarkPages(String name) throws Exception {
        String file = "docs/pictures/" + name + ".svg";
        assertTrue(text.contains("](" + file + ")"), file);
        String picture = read(ROOT.resolve(file));
        assertEquals("svg", parsed(picture).getDocumentElement().getTagName());
        assertTrue(picture.contains("@media (prefers-color-scheme: dark)"), file);
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), said);
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document document, String tag) {
        return texts(document.getDocumentElement(), tag);
    }

    private static List<String> texts(Element within, String tag) {
        NodeList found = within.getElementsByTagName(tag);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent().strip());
        }
        return texts;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
