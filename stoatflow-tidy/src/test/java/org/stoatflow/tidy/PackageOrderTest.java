package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.tidy.Sources.found;
import static org.stoatflow.tidy.Sources.path;
import static org.stoatflow.tidy.Sources.project;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PackageOrderTest {
    private static final PackageOrder NO_EXEMPTION = new PackageOrder(Set.of());

    private static Project uses(String... fromAndUse) {
        String[] files = new String[fromAndUse.length];
        for (int i = 0; i < fromAndUse.length; i += 2) {
            String type = fromAndUse[i];
            files[i] = path(type);
            files[i + 1] = "package org.stoatflow." + type.substring(0, type.lastIndexOf('.')) + ";\n"
                    + fromAndUse[i + 1] + "\nclass " + type.substring(type.lastIndexOf('.') + 1) + " {}\n";
        }
        return project(files);
    }

    @Test
    void shouldNameACircleAndItsWeakestUse() {
        Project project = uses(
                "x.a.A", "import org.stoatflow.x.b.B;",
                "x.a.A2", "import org.stoatflow.x.b.B;",
                "x.b.B", "import org.stoatflow.x.c.C;",
                "x.b.B2", "import org.stoatflow.x.c.C;",
                "x.c.C", "import static org.stoatflow.x.a.A.NAME;");
        List<Finding> found = NO_EXEMPTION.findings(project);
        assertEquals(List.of("x.c -> x.a 1"), found(NO_EXEMPTION, project));
        assertTrue(
                found.getFirst().problem().contains("x.a -(2)-> x.b -(2)-> x.c -(1)-> x.a"),
                found.getFirst().problem());
    }

    @Test
    void shouldNameEachCircle() {
        Project project = uses(
                "x.a.A", "import org.stoatflow.x.b.B; import org.stoatflow.x.c.C;",
                "x.b.B", "import org.stoatflow.x.a.A;",
                "x.c.C", "import org.stoatflow.x.a.A;");
        assertEquals(2, NO_EXEMPTION.findings(project).size());
    }

    @Test
    void shouldSeeQualifiedNames() {
        Project project = uses(
                "x.a.A", "import org.stoatflow.x.b.B;",
                "x.b.B", "class Other { Object a = new org.stoatflow.x.a.A(); }");
        assertEquals(1, NO_EXEMPTION.findings(project).size());
    }

    @Test
    void shouldLeaveOrderInPeace() {
        assertEquals(
                List.of(),
                found(
                        NO_EXEMPTION,
                        uses(
                                "x.a.A", "import org.stoatflow.x.b.B; import org.stoatflow.x.c.C;",
                                "x.b.B", "import org.stoatflow.x.c.C; import org.stoatflow.x.b.B;",
                                "x.c.C", "import java.util.List; import org.stoatflow.elsewhere.E;")));
    }

    @Test
    void shouldFindAnExemptedUseOnlyWhileItIsPartOfACircle() {
        PackageOrder rule = new PackageOrder(Set.of("x.b -> x.a"));
        Project circle = uses("x.a.A", "import org.stoatflow.x.b.B;", "x.b.B", "import org.stoatflow.x.a.A;");
        assertEquals(List.of("x.b -> x.a 1"), found(rule, circle));
        assertEquals(List.of(), found(rule, uses("x.a.A", "", "x.b.B", "import org.stoatflow.x.a.A;")));
    }

    @Test
    void shouldTakeTheMirroredPackagesForOneBlock() {
        Project project = uses(
                "streams.StreamsConfig", "import org.stoatflow.streams.kstream.KStream;",
                "streams.kstream.KStream", "import org.stoatflow.streams.StreamsConfig;",
                "streams.processor.api.Processor", "import org.stoatflow.x.a.A;",
                "x.a.A", "import org.stoatflow.streams.StreamsConfig;");
        assertEquals(1, NO_EXEMPTION.findings(project).size());
        assertTrue(NO_EXEMPTION.findings(project).getFirst().problem().contains("streams.. -(1)-> x.a"));
    }

    @Test
    void shouldTakeWhatMirroredTypesCallForPartOfTheirBlock() {
        Project project = uses(
                "streams.state.Stores", "import org.stoatflow.stores.Builder;",
                "stores.Builder", "import org.stoatflow.streams.state.Stores;");
        assertEquals(List.of(), NO_EXEMPTION.findings(project));
        PackageOrder strict = new PackageOrder(Set.of(), new ApiBlocks(Set.of(), Set.of()));
        assertEquals(1, strict.findings(project).size());
    }

    @Test
    void shouldSetTheFacadeAboveWhatItMakes() {
        Project project = uses(
                "streams.StreamsBuilder", "import org.stoatflow.dsl.Graph;",
                "streams.StreamsConfig", "",
                "spi.Engine", "import org.stoatflow.streams.StreamsBuilder;",
                "dsl.Graph", "import org.stoatflow.streams.StreamsConfig;");
        assertEquals(List.of(), NO_EXEMPTION.findings(project));
    }

    @Test
    void shouldFindTheUseOfTheFacadeByWhatItMakes() {
        Project project = uses(
                "streams.StreamsBuilder", "import org.stoatflow.dsl.Graph;",
                "dsl.Graph", "import org.stoatflow.streams.StreamsBuilder;");
        assertTrue(NO_EXEMPTION.findings(project).getFirst().problem().contains("facade -(1)-> dsl"));
    }

    /** Neighbours in a package need no import. */
    @Test
    void shouldFindTheUseOfTheFacadeByItsNeighbour() {
        Project project = uses(
                "streams.StreamsBuilder", "import org.stoatflow.streams.kstream.KStream;",
                "streams.StreamsConfig", "class Other { Object a = new StreamsBuilder(); }",
                "streams.kstream.KStream", "");
        assertEquals(List.of("facade -> streams.. 1"), found(NO_EXEMPTION, project));
    }
}
