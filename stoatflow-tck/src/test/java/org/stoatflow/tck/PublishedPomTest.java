package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What users of the drop-in get with it: all that the modules in its jar need, and none of these modules. */
class PublishedPomTest {
    private static final Path ROOT = Path.of(System.getProperty("tck.lists")).resolve("../../../../../../..");

    @Test
    void shouldHaveWhatTheModulesInTheJarHave() throws Exception {
        Set<String> needed = new TreeSet<>();
        for (String module : List.of("api", "state", "restore", "kernel", "runtime")) {
            needed.addAll(compiled("stoatflow-" + module));
        }
        needed.removeIf(dependency -> dependency.startsWith("org.stoatflow:"));
        assertEquals(needed, compiled("stoatflow-kafka-streams"));
    }

    @Test
    void shouldBringTheDropInWithItsTestUtils() throws Exception {
        Set<String> needed = compiled("stoatflow-test-utils");
        needed.removeIf(dependency -> dependency.startsWith("org.stoatflow:"));
        needed.add("org.stoatflow:stoatflow-kafka-streams");
        assertEquals(needed, compiled("stoatflow-kafka-streams-test-utils"));
    }

    /** Dependencies in the scope compile, which is the one where none is given. */
    private static Set<String> compiled(String module) throws Exception {
        Element project = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(module).resolve("pom.xml").toFile())
                .getDocumentElement();
        NodeList dependencies =
                ((Element) project.getElementsByTagName("dependencies").item(0)).getElementsByTagName("dependency");
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (dependency.getElementsByTagName("scope").getLength() == 0) {
                names.add(text(dependency, "groupId") + ":" + text(dependency, "artifactId"));
            }
        }
        return names;
    }

    private static String text(Element element, String tag) {
        return element.getElementsByTagName(tag).item(0).getTextContent();
    }
}
