package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    /** What the blocks of the API list would close a circle if it did not. */
    @Test
    void shouldNeedAllThatTheBlocksOfTheApiList() {
        Project api = Project.of(PROJECT.ending(".java").stream()
                .filter(file -> file.path().startsWith("stoatflow-api/src/main/"))
                .toList());
        ApiBlocks listed = ApiBlocks.OURS;
        for (String called : listed.called()) {
            requireCircle(api, called, new ApiBlocks(without(called, listed.called()), listed.facade()));
        }
        for (String facade : listed.facade()) {
            requireCircle(api, facade, new ApiBlocks(listed.called(), without(facade, listed.facade())));
        }
    }

    private static void requireCircle(Project api, String missing, ApiBlocks rest) {
        assertFalse(new PackageOrder(Set.of(), rest).findings(api).isEmpty(), missing + " need not be listed");
    }

    private static Set<String> without(String one, Set<String> all) {
        Set<String> rest = new HashSet<>(all);
        rest.remove(one);
        return rest;
    }
}
