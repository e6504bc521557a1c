package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.tidy.Sources.path;
import static org.stoatflow.tidy.Sources.project;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Links, names between backticks, and citations in sources. */
class ReferencesTest {
    private static final String PAGES = "docs/";
    private static final String OTHER = """
            # Other page

            ## Hot `keys`, and (more)
            ## Twice
            ## Twice
            """;
    private static final String THING = """
            package org.stoatflow.x;
            class Thing extends Base {
                int field;
                enum Kind { ONE }
            }
            class Base {
                void inherited() {}
            }
            """;

    private static List<String> problems(Rule rule, String page) {
        Project project = project(
                "pages/PAGE.md",
                page,
                "pages/OTHER.md",
                OTHER,
                path("x.Thing"),
                THING,
                "stoatflow-x/src/main/tla/Model.tla",
                "Step == 1 \\* NotAName\n",
                "stoatflow",
                "demo | examples | org.stoatflow.examples.Demo | runs\n  test) maven verify\n");
        return rule.findings(project).stream().map(Finding::problem).toList();
    }

    /** Of a comment in which {@code pages/} stands for the folder of pages, which this source itself does not cite. */
    private static List<String> citations(String comment) {
        Project project = project(
                PAGES + "OTHER.md",
                OTHER,
                PAGES + "design/005-affinity.md",
                "",
                path("x.Thing"),
                "package org.stoatflow.x;\n" + comment.replace("pages/", PAGES) + "\nclass Thing {}\n");
        return new Citations()
                .findings(project).stream()
                        .map(finding -> finding.problem().replace(PAGES, "pages/"))
                        .toList();
    }

    @Test
    void shouldFindLinksToWhatIsNotThere() {
        assertEquals(
                List.of(
                        "there is no pages/GONE.md",
                        "pages/OTHER.md has no heading #gone",
                        "pages/PAGE.md has no heading #b"),
                problems(new Links(), "[a](GONE.md) [a](OTHER.md#gone)\n# A\n[a](#b)"));
    }

    @Test
    void shouldFollowLinksAsGitHubDoes() {
        assertEquals(
                List.of(),
                problems(
                        new Links(),
                        "# A\n[a](#a) [a](OTHER.md#hot-keys-and-more) [a](OTHER.md#twice-1) [a](../pages/OTHER.md)"
                                + " [a](../stoatflow-x)"
                                + " [a](https://example.org/x) `[a](b)`\n```\n[a](GONE.md)\n```"));
    }

    @Test
    void shouldFindNotesThatNoOtherPageLinks() {
        String notes = PAGES + "design/";
        Project project = project(
                PAGES + "PAGE.md",
                "[001](design/001-read.md#x) [x](https://example.org/002-alone.md)",
                notes + "001-read.md",
                "# X\n[003](003-behind.md)",
                notes + "002-alone.md",
                "# Y\n[here](#y) [itself](002-alone.md)",
                notes + "003-behind.md",
                "",
                path("x.Thing"),
                THING);
        assertEquals(
                List.of(notes + "002-alone.md"),
                new Links().findings(project).stream().map(Finding::place).toList());
    }

    @Test
    void shouldFindTypesAndMembersThatAreNotThere() {
        assertEquals(
                List.of("there is no Thang", "there is no Thing.fold", "there is no NotAName"),
                problems(new QuotedNames(), "`Thing` `Thang` `Thing.fold` `NotAName`"));
    }

    @Test
    void shouldKnowMembersSupertypesLibrariesAndTheModel() {
        assertEquals(
                List.of(),
                problems(
                        new QuotedNames(),
                        "`Thing.field` `Thing.inherited(x)` `Kind.ONE` `Thing.Kind` `KafkaStreams.start`"
                                + " `String` `Step` `Model`"));
    }

    @Test
    void shouldFindTypesThatAreInAnotherPackage() {
        assertEquals(
                List.of("Thing is org.stoatflow.x.Thing", "there is no Thang"),
                problems(
                        new QuotedNames(),
                        "`y.Thing` `x.Thing` `org.stoatflow.x.Thing#field` `x.Thing.field` `x.Thang`"
                                + " `java.util.List` `x.y`"));
    }

    @Test
    void shouldKnowWhatAPageListsAsMissing() {
        assertEquals(List.of(), problems(new QuotedNames(), "`Thang`\n## What is not there yet\n* a `Thang`"));
    }

    @Test
    void shouldFindFilesAndCommandsThatAreNotThere() {
        assertEquals(
                List.of(
                        "there is no file pages/GONE.md",
                        "there is no file Gone.java",
                        "./stoatflow has no command dance",
                        "./stoatflow has no command sing"),
                problems(
                        new QuotedNames(),
                        "`pages/GONE.md` `pages/` `Gone.java` `Thing.java` `/tmp/x.md` `./stoatflow dance`"
                                + " `./stoatflow demo`\n"
                                + "```\n./stoatflow sing --loud\n./stoatflow test\n```"));
    }

    @Test
    void shouldFindCitationsOfWhatIsNotThere() {
        assertEquals(
                List.of("there is no pages/GONE.md", "pages/OTHER.md has no heading \"Cold keys\""),
                citations("// pages/GONE.md and pages/OTHER.md, \"Cold\n// keys\""));
    }

    @Test
    void shouldFollowCitationsOverTheEndOfALine() {
        assertEquals(
                List.of(),
                citations(
                        "/**\n * As pages/OTHER.md, \"Hot keys,\n * and (more)\" has it, and pages/design/005.\n */"));
    }

    @Test
    void shouldCountCitationsThatNobodyCanCheck() {
        Project project =
                project(path("x.Thing"), "// DES" + "IGN §6, and DES" + "IGN.md section 11\nclass Thing {}\n");
        assertEquals(List.of("DESIGN by number 2"), Sources.found(new Citations(), project));
    }
}
