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
                "streams.KafkaStreams", "import org.stoatflow.streams.kstream.KStream;",
                "streams.kstream.KStream", "import org.stoatflow.streams.KafkaStreams;",
                "streams.processor.api.Processor", "import org.stoatflow.x.a.A;",
                "x.a.A", "import org.stoatflow.streams.KafkaStreams;");
        assertEquals(1, NO_EXEMPTION.findings(project).size());
        assertTrue(NO_EXEMPTION.findings(project).getFirst().problem().contains("streams.. -(1)-> x.a"));
    }
}
