package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page that is made of comments, and how long pages and files may be. */
class SharedFieldsTableTest {
    private static final String SOURCE = "stoatflow-x/src/main/java/org/stoatflow/x/Thing.java";
    private static final String TABLE = "| shared | written by |\n|---|---|\n";
    private static final String ROW =
            "| `Thing.a`, `b` | lanes | all | `x` first ([014](design/014-partition-time.md)) | `AProof`, `BProof` |\n";

    @Test
    void shouldMakeTheTableOfTheComments() {
        String comment = "/**\n * How many. Shared, with {@code b}. Written by: lanes. Read by: all. Safe:\n"
                + " * {@code x} first (docs/design/014). Proof: AProof, BProof.\n */\n";
        Project project = with(comment, "before\n\n" + TABLE + "| old |\n\nbehind\n");
        assertEquals(
                "before\n\n" + TABLE + ROW + "\nbehind\n",
                SharedFields.written(project, project.page(SharedFields.PAGE).orElseThrow()));
        assertEquals(1, new SharedFields().findings(project).size());
        assertEquals(List.of(), new SharedFields().findings(with(comment, TABLE + ROW)));
    }

    @Test
    void shouldFindACommentThatDoesNotSayAll() {
        List<Finding> found = new SharedFields().findings(with("/** Shared. Written by: the lane. */\n", TABLE));
        assertEquals(List.of("Thing.a"), found.stream().map(Finding::place).toList());
    }

    @Test
    void shouldNotCountWhatCommentsSayOfSharedFields() {
        Project plain = with("/**\n * A number.\n */\n", "");
        Project shared = with("/**\n * Shared. Written by: a. Read by: b. Safe: c. Proof: D.\n */\n", "");
        assertEquals(1, new FileLines(4).findings(plain).size());
        assertEquals(List.of(), new FileLines(4).findings(shared));
    }

    @Test
    void shouldFindAPageWithTooManyWords() {
        Project project = with("", "four words are here\n");
        assertEquals(List.of(), new PageWords(Map.of(SharedFields.PAGE, 4)).findings(project));
        List<Finding> found = new PageWords(Map.of(SharedFields.PAGE, 3)).findings(project);
        assertTrue(found.getFirst().problem().startsWith("4 words"), found::toString);
    }

    private static Project with(String comment, String page) {
        return Project.of(List.of(
                new TextFile(
                        SOURCE, "package org.stoatflow.x;\nclass Thing {\n" + comment + "private volatile int a;\n}\n"),
                new TextFile("docs/design/014-partition-time.md", "# Time\n"),
                new TextFile(SharedFields.PAGE, page)));
    }
}
