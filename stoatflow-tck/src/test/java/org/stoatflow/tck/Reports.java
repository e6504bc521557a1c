package org.stoatflow.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What surefire's reports say about each execution, by its name, {@code class#method}. */
final class Reports {
    private Reports() {}

    /** How an execution ended. */
    enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    static List<Path> filesIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Map<String, Outcome> read(Path folder) {
        Map<String, Outcome> outcomes = new TreeMap<>();
        for (Path file : filesIn(folder)) {
            NodeList cases = parse(file).getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                Element one = (Element) cases.item(i);
                String name = one.getAttribute("classname") + "#"
                        + one.getAttribute("name").replaceFirst("\\(\\)$", "");
                outcomes.merge(name, outcome(one), Reports::worse);
            }
        }
        return outcomes;
    }

    static Outcome worse(Outcome one, Outcome other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    static Outcome better(Outcome one, Outcome other) {
        return one.compareTo(other) > 0 ? other : one;
    }

    private static Outcome outcome(Element testCase) {
        if (has(testCase, "failure") || has(testCase, "error")) {
            return Outcome.FAILED;
        }
        return has(testCase, "skipped") ? Outcome.SKIPPED : Outcome.PASSED;
    }

    private static boolean has(Element testCase, String tag) {
        return testCase.getElementsByTagName(tag).getLength() > 0;
    }

    private static Element parse(Path file) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (ParserConfigurationException | SAXException failure) {
            throw new IllegalStateException(file + " is no report", failure);
        }
    }
}
