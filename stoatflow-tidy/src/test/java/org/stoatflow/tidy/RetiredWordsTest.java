package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.tidy.Sources.path;
import static org.stoatflow.tidy.Sources.project;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetiredWordsTest {
    private static List<String> found(String list, String members) {
        Project project = project(
                RetiredWord.PATH,
                list,
                path("x.Thing"),
                "package org.stoatflow.x;\nclass Thing {\n" + members + "\n}\n");
        return new RetiredWords().findings(project).stream().map(Finding::place).toList();
    }

    @Test
    void shouldFindAWordAmongThePartsOfAName() {
        assertEquals(
                List.of(
                        "org.stoatflow.x.Thing#BackDoor",
                        "org.stoatflow.x.Thing#door",
                        "org.stoatflow.x.Thing#openDOOR"),
                found("Door | input", "int door, doorway;\nclass BackDoor {}\nvoid openDOOR() {}").stream()
                        .sorted()
                        .toList());
    }

    @Test
    void shouldFindAWordOfSeveralPartsInOrderOnly() {
        assertEquals(
                List.of("org.stoatflow.x.Thing#HAND_OUT_MAX"), found("HandOut | router", "int HAND_OUT_MAX, outHand;"));
    }

    @Test
    void shouldFindThePackage() {
        assertEquals(List.of("org.stoatflow.x#org.stoatflow.x"), found("X | a word", ""));
    }

    @Test
    void shouldLeaveOverridesLocalVariablesAndSentences() {
        assertEquals(
                List.of(),
                found(
                        "Door | input",
                        "@Override public void door() {}\nvoid a(int door) {}\nvoid shouldOpenDoor() {}"));
    }

    @Test
    void shouldLetAWordStandWhereTheListSays() {
        assertEquals(List.of(), found("Door | input | x.Thing", "int door;"));
    }

    @Test
    void shouldRefuseAPlaceThatHasTheWordNoLonger() {
        assertEquals(List.of("Door Thing"), found("Door | input | Thing", "int input;"));
    }

    @Test
    void shouldTakePlacesThatHaveTheWordNoLongerOutOfTheList() {
        Project project = project(path("x.Thing"), "package org.stoatflow.x;\nclass Thing {\nint door;\n}\n");
        assertEquals(
                "# words\nDoor | input | x.Thing\nLife | lifecycle\n",
                RetiredWords.tightened(project, "# words\nDoor | input | Gone, x.Thing\nLife | lifecycle | Thing\n"));
    }

    @Test
    void shouldRefuseALineWithoutAWordToSayInstead() {
        assertThrows(IllegalArgumentException.class, () -> found("Door", ""));
    }
}
