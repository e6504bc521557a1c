package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings beside the list of exemptions. */
class JudgementTest {
    private static final String LIST = "# a comment\n\nfields | Lane | 20 | lanes are taken apart later\n";

    private static Finding fields(String place, int measured) {
        return new Finding("fields", place, "Lane.java:7", measured, measured + " fields");
    }

    private static List<String> problems(String list, Finding... findings) {
        return new Judgement(ExemptionList.parse(list), List.of(findings)).problems();
    }

    private static void assertProblem(String expected, List<String> problems) {
        assertEquals(1, problems.size(), problems.toString());
        assertTrue(problems.getFirst().contains(expected), problems.getFirst());
    }

    @Test
    void shouldBeSilentWhereEachFindingIsExemptedAsFarAsNeeded() {
        assertEquals(List.of(), problems(LIST, fields("org.stoatflow.lane.Lane", 20)));
    }

    @Test
    void shouldSayWhatToWriteForAFindingWithoutExemption() {
        assertProblem("fields | lane.Lane | 20 | the reason", problems("", fields("org.stoatflow.lane.Lane", 20)));
    }

    @Test
    void shouldLetNothingGrow() {
        assertProblem("allows 20: it must not grow", problems(LIST, fields("org.stoatflow.lane.Lane", 21)));
    }

    @Test
    void shouldRefuseAnExemptionThatIsNotNeeded() {
        assertProblem("no longer needed: remove the line", problems(LIST));
    }

    @Test
    void shouldRefuseAnExemptionThatIsLooserThanNeeded() {
        assertProblem("write 19 instead of 20", problems(LIST, fields("org.stoatflow.lane.Lane", 19)));
    }

    @Test
    void shouldRefuseAnExemptionForSeveralPlaces() {
        assertProblem("several places", problems(LIST, fields("org.stoatflow.lane.Lane", 20), fields("a.Lane", 20)));
    }

    @Test
    void shouldRefuseTwoExemptionsForOnePlace() {
        String twice = LIST + "fields | lane.Lane | 20 | a second reason for it\n";
        assertProblem("is exempted in line 3 already", problems(twice, fields("org.stoatflow.lane.Lane", 20)));
    }

    @Test
    void shouldNotTakeTheEndOfAWordForAName() {
        List<String> problems = problems(LIST, fields("org.stoatflow.lane.IsolatedLane", 20));
        assertEquals(2, problems.size(), problems.toString());
    }

    @Test
    void shouldCountTheWorstOfOnePlace() {
        assertProblem("looser", problems(LIST, fields("a.Lane", 13), fields("a.Lane", 14)));
    }

    @Test
    void shouldAskEachExemptionForAReasonOfItsOwn() {
        String twice = LIST + "fields | Life | 20 | lanes are taken apart later\n";
        assertProblem("has the reason of line 3", problems(twice, fields("a.Lane", 20), fields("a.Life", 20)));
        assertProblem("says no reason", problems("fields | Lane | 20 | later\n", fields("a.Lane", 20)));
    }

    @Test
    void shouldNotExemptARetiredWord() {
        Finding word = new Finding("words", "a.Lane", "Lane.java:7", Finding.NOT_TO_BE_EXEMPTED, "retired");
        List<String> problems = problems("words | Lane | 0 | it has been there for long\n", word);
        assertEquals(2, problems.size(), problems.toString());
    }

    @Test
    void shouldSayWhichLineItCannotRead() {
        String message = assertThrows(IllegalArgumentException.class, () -> ExemptionList.parse("\nfields | Lane\n"))
                .getMessage();
        assertTrue(message.startsWith(ExemptionList.PATH + ":2"), message);
    }

    @Test
    void shouldTightenWhatIsLooseAndRemoveWhatIsNotNeeded() {
        String list = LIST + "fields | Life | 20 | the phases are taken apart later\n# the end\n";
        Judgement judgement = new Judgement(ExemptionList.parse(list), List.of(fields("org.stoatflow.lane.Lane", 15)));
        assertEquals(
                "# a comment\n\nfields | Lane | 15 | lanes are taken apart later\n# the end\n",
                judgement.tightened(list));
    }

    @Test
    void shouldNotRaiseALimit() {
        Judgement judgement = new Judgement(ExemptionList.parse(LIST), List.of(fields("org.stoatflow.lane.Lane", 25)));
        assertEquals(LIST, judgement.tightened(LIST));
    }
}
