package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What ARCHITECTURE says of modules and packages, beside the poms and {@code build/import-control.xml}. */
class ModulesTest {
    private static final Project PROJECT = Project.in(Tidy.root());
    private static final Pattern ITEM = Pattern.compile("(?m)^\\* (`[^:]*):");
    private static final Pattern NAME = Pattern.compile("`([a-z-]+)`(\\\\\\*)?");
    private static final Pattern POM = Pattern.compile("([^/]+)/pom\\.xml");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern PLUGINS = Pattern.compile("(?s)<build>.*?</build>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern NOT_FOR_USERS =
            Pattern.compile("<scope>(?:test|provided)</scope>|<optional>true</optional>");
    private static final Pattern ROOM =
            Pattern.compile("(?s)    <subpackage name=\"([a-z]+)\"(?:/>|>(.*?)</subpackage>)");
    private static final Pattern ROOMS_OF_RUNTIME =
            Pattern.compile("(?s)\n  <subpackage name=\"runtime\">(.*?)\n  </subpackage>");
    private static final Pattern USE = Pattern.compile("<allow pkg=\"org\\.stoatflow\\.runtime\\.([a-z]+)\"");

    /** The modules in the page's order, and whether they have a star. */
    private static Map<String, Boolean> listed() {
        Map<String, Boolean> listed = new LinkedHashMap<>();
        for (MatchResult name : names("## Modules", "## One record's way")) {
            listed.put(name.group(1), name.group(2) != null);
        }
        return listed;
    }

    private static List<MatchResult> names(String from, String to) {
        String page = text("docs/ARCHITECTURE.md");
        String section = page.substring(page.indexOf(from), page.indexOf(to, page.indexOf(from)));
        return ITEM.matcher(section)
                .results()
                .flatMap(item -> NAME.matcher(item.group(1)).results())
                .toList();
    }

    private static String text(String path) {
        return PROJECT.page(path).orElseThrow().text();
    }

    private static Map<String, String> poms() {
        Map<String, String> poms = new LinkedHashMap<>();
        PROJECT.ending("/pom.xml")
                .forEach(file -> Optional.of(POM.matcher(file.path()))
                        .filter(path -> path.matches())
                        .ifPresent(path -> poms.put(
                                path.group(1), PARENT.matcher(file.text()).replaceAll(""))));
        return poms;
    }

    @Test
    void shouldListEachModuleAndStarWhatIsNotPublished() {
        Map<String, Boolean> listed = listed();
        assertEquals(new TreeSet<>(poms().keySet()), new TreeSet<>(listed.keySet()));
        poms().forEach((module, pom) ->
                assertEquals(pom.contains("<maven.deploy.skip>true"), listed.get(module), module));
    }

    @Test
    void shouldListAModuleBehindThoseItDependsOn() {
        List<String> order = List.copyOf(listed().keySet());
        poms().forEach((module, pom) -> ARTIFACT.matcher(pom).results().forEach(found -> {
            String used = found.group(1);
            assertTrue(order.indexOf(used) <= order.indexOf(module), module + " depends on " + used);
        }));
    }

    /** What comes with these in turn, the build of a release compares ({@code docs/RELEASES.md}). */
    @Test
    void shouldBringFourLibrariesWithWhatIsEmbedded() {
        Set<String> libraries = Set.of("kafka-clients", "slf4j-api", "rocksdbjni", "micrometer-core");
        assertEquals(libraries, brought("stoatflow-runtime"));
        assertEquals(libraries, brought("stoatflow-kafka-streams"));
    }

    /** The libraries that a module has for its users, itself or by others of ours. */
    private static Set<String> brought(String module) {
        Set<String> brought = new TreeSet<>();
        String pom = PLUGINS.matcher(poms().get(module)).replaceAll("");
        DEPENDENCY.matcher(pom).results().map(MatchResult::group).forEach(dependency -> {
            if (!NOT_FOR_USERS.matcher(dependency).find()) {
                Matcher artifact = ARTIFACT.matcher(dependency);
                assertTrue(artifact.find(), dependency);
                String name = artifact.group(1);
                brought.addAll(poms().containsKey(name) ? brought(name) : Set.of(name));
            }
        });
        return brought;
    }

    @Test
    void shouldListRoomsOfTheRuntimeBehindThoseTheyMayUse() {
        MatchResult runtime = ROOMS_OF_RUNTIME
                .matcher(text("build/import-control.xml"))
                .results()
                .findFirst()
                .orElseThrow();
        List<String> rooms = new ArrayList<>();
        for (MatchResult room : ROOM.matcher(runtime.group(1)).results().toList()) {
            List<String> used = room.group(2) == null
                    ? List.of()
                    : USE.matcher(room.group(2))
                            .results()
                            .map(use -> use.group(1))
                            .toList();
            assertTrue(rooms.containsAll(used), room.group(1) + " uses " + used + " of " + rooms);
            used.forEach(use -> assertTrue(isUsed(room.group(1), use), room.group(1) + " needs no " + use));
            rooms.add(room.group(1));
        }
        List<String> ofPage = names("\nOf the runtime:", "\nLogic takes").stream()
                .map(name -> name.group(1))
                .toList();
        assertEquals(rooms, ofPage);
    }

    private static boolean isUsed(String room, String use) {
        Collection<TextFile> files = PROJECT.ending(".java");
        return files.stream()
                .filter(file -> file.path().contains("/src/main/java/org/stoatflow/runtime/" + room + "/"))
                .anyMatch(file -> file.text().contains("org.stoatflow.runtime." + use + "."));
    }
}
