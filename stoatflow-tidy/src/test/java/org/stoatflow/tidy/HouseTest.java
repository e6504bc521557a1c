package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The repository beside the rules of the house; alone: {@code ./stoatflow tidy}. */
class HouseTest {
    private static final Project PROJECT = Project.in(Tidy.root());

    @Test
    void shouldBeTidy() {
        List<String> problems = House.judge(Tidy.root(), PROJECT).problems();
        if (!problems.isEmpty()) {
            fail("see CONTRIBUTING.md, 'A tidy house'\n" + String.join("\n", problems));
        }
    }

    /** An empty repository would be tidy, too. */
    @Test
    void shouldReadTheWholeRepository() {
        assertTrue(PROJECT.java().size() > 1_000, PROJECT.java().size() + " sources");
        assertTrue(PROJECT.ending(".md").size() > 20, PROJECT.ending(".md").size() + " pages");
    }
}
