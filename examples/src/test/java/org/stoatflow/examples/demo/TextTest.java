package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextTest {
    private final List<String> vocabulary = Vocabulary.words();

    @Test
    void shouldHaveDistinctWordsWithoutBlanks() {
        assertEquals(Vocabulary.SIZE, vocabulary.size());
        assertEquals(Vocabulary.SIZE, new HashSet<>(vocabulary).size());
        assertTrue(vocabulary.stream().allMatch(word -> word.matches("[a-z]+")));
    }

    @Test
    void shouldGiveTheSameLinesForTheSameSeed() {
        assertEquals(lines(1, 100), lines(1, 100));
        assertNotEquals(lines(1, 100), lines(2, 100));
    }

    @Test
    void shouldKeepItsLinesForever() {
        assertEquals(
                "tunaba soxigu but but losoba yodilce so you sozuba be",
                lines(1, 1).getFirst());
    }

    @Test
    void shouldSpellALineByItsRanks() {
        Text text = new Text(1, vocabulary);
        assertEquals("the of the", text.spelled(new int[] {0, 1, 0}));
    }

    @Test
    void shouldFollowZipfsLaw() {
        Text text = new Text(1, vocabulary);
        Tally tally = new Tally(vocabulary);
        for (int i = 0; i < 20_000; i++) {
            tally.add(text.nextLine());
        }
        assertEquals(20_000, tally.lines());
        assertEquals(8.0, tally.words() / 20_000.0, 0.1);
        long first = tally.counts().get(vocabulary.get(0));
        assertEquals(first / 2.0, tally.counts().get(vocabulary.get(1)), first * 0.05);
        assertEquals(first / 10.0, tally.counts().get(vocabulary.get(9)), first * 0.02);
        assertTrue(tally.counts().size() > Vocabulary.SIZE * 0.9);
    }

    @Test
    void shouldTallyFedWordsOnly() {
        Tally tally = new Tally(List.of("a", "b", "c"));
        tally.add(new int[] {0, 2, 0});
        assertEquals(2L, tally.counts().get("a"));
        assertFalse(tally.counts().containsKey("b"));
        assertEquals(3, tally.words());
    }

    private List<String> lines(long seed, int count) {
        Text text = new Text(seed, vocabulary);
        return Stream.generate(() -> text.spelled(text.nextLine())).limit(count).toList();
    }
}
