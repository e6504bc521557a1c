package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.stoatflow.command.Guarantee;

class VerificationTest {
    private static final Map<String, Long> EXPECTED = Map.of("a", 3L, "b", 1L);

    @Test
    void shouldAcceptEachCountOnceInOrder() {
        Verification.Verdict verdict = exactlyOnce("a1 b1 a2 a3");
        assertTrue(verdict.isVerified(), verdict::toString);
        assertEquals(2, verdict.distinct());
    }

    @Test
    void shouldFindAMissingLastCount() {
        assertDiffers("'a': expected 3 in the end, found 2", exactlyOnce("a1 a2 b1"));
    }

    @Test
    void shouldFindAMissingWord() {
        assertDiffers("'b': expected 1 in the end, found 0", exactlyOnce("a1 a2 a3"));
    }

    @Test
    void shouldFindOneTooMany() {
        assertDiffers("'a': expected 3 in the end, found 4", exactlyOnce("a1 a2 a3 a4 b1"));
    }

    @Test
    void shouldFindAWordThatWasNotFed() {
        assertDiffers("'c': expected 0 in the end, found 1", exactlyOnce("a1 a2 a3 b1 c1"));
    }

    @Test
    void shouldFindARepeatedCount() {
        assertDiffers("'a': expected count 3 next, found 2", exactlyOnce("a1 a2 a2 a3 b1"));
    }

    @Test
    void shouldFindAGap() {
        assertDiffers("'a': expected count 2 next, found 3", exactlyOnce("a1 a3 b1"));
    }

    @Test
    void shouldFindCountsOutOfOrder() {
        Verification.Verdict verdict = exactlyOnce("a1 a3 a2 b1");
        assertEquals(
                List.of(
                        "'a': expected count 2 next, found 3",
                        "'a': expected count 4 next, found 2",
                        "'a': expected 3 in the end, found 2"),
                verdict.differences());
    }

    @Test
    void shouldFindAResultWithoutCount() {
        Verification verification = new Verification(Guarantee.EXACTLY_ONCE, Map.of());
        verification.onResult("a", null);
        assertDiffers("'a': a result without a count", verification.verdict());
    }

    @Test
    void shouldAcceptRepeatedAndGreaterCountsForAtLeastOnce() {
        assertTrue(atLeastOnce("a1 a2 a2 a4 b1").isVerified());
    }

    @Test
    void shouldFindLostRecordsForAtLeastOnce() {
        assertDiffers("'a': expected at least 3 in the end, found 2", atLeastOnce("a1 a3 a2 b1"));
    }

    @Test
    void shouldFindAWordThatWasNotFedForAtLeastOnce() {
        assertDiffers("'c': expected 0 in the end, found 1", atLeastOnce("a3 b1 c1"));
    }

    @Test
    void shouldNameTheFirstDifferencesAndCountAll() {
        Map<String, Long> many = IntStream.range(100, 200).boxed().collect(Collectors.toMap(i -> "word" + i, i -> 1L));
        Verification.Verdict verdict = new Verification(Guarantee.EXACTLY_ONCE, many).verdict();
        assertEquals(100, verdict.differencesInAll());
        assertEquals(
                "'word100': expected 1 in the end, found 0",
                verdict.differences().getFirst());
        assertEquals(5, verdict.differences().size());
    }

    private static void assertDiffers(String difference, Verification.Verdict verdict) {
        assertFalse(verdict.isVerified());
        assertEquals(difference, verdict.differences().getFirst());
    }

    private static Verification.Verdict exactlyOnce(String results) {
        return verdict(Guarantee.EXACTLY_ONCE, results);
    }

    private static Verification.Verdict atLeastOnce(String results) {
        return verdict(Guarantee.AT_LEAST_ONCE, results);
    }

    private static Verification.Verdict verdict(Guarantee guarantee, String results) {
        Verification verification = new Verification(guarantee, EXPECTED);
        for (String result : results.split(" ")) {
            verification.onResult(result.substring(0, 1), Long.valueOf(result.substring(1)));
        }
        return verification.verdict();
    }
}
