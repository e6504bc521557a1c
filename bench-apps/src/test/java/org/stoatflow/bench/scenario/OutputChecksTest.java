package org.stoatflow.bench.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputChecksTest {
    private final Stateless stateless = (Stateless) Scenario.named("stateless");
    private final WordCount wordCount = (WordCount) Scenario.named("word-count");

    @Test
    void shouldAcceptEachKeptRecordOnce() {
        OutputCheck check = stateless.newCheck(25);
        long came = 0;
        for (int number = 0; number < 25; number++) {
            if (number % 10 != 0) {
                pass(check, number);
                came++;
            }
        }

        assertEquals(new OutputCheck.Verdict(0, List.of()), check.verdict());
        assertEquals(came, Stateless.outputs(25));
    }

    @Test
    void shouldTellALostADroppedAndAnUnfedRecord() {
        OutputCheck check = stateless.newCheck(3);
        pass(check, 1);
        check.onOutput("output", bytes("key-0"), bytes("0" + restOf(1)));
        pass(check, 7);

        assertEquals(
                List.of("record 0 came, and must not", "record 2 did not come", "record 7 came, and was not fed"),
                check.verdict().wrong());
    }

    @Test
    void shouldCountADoubledRecord() {
        OutputCheck check = stateless.newCheck(2);
        pass(check, 1);
        pass(check, 1);

        assertEquals(new OutputCheck.Verdict(1, List.of()), check.verdict());
    }

    @Test
    void shouldTellAWrongValueAndAWrongKey() {
        OutputCheck check = stateless.newCheck(2);
        check.onOutput("output", bytes("key-1"), bytes("1 something else"));
        check.onOutput("output", bytes("key-2"), bytes("1" + restOf(1)));

        assertEquals(3, check.verdict().wrong().size()); // and record 1 did not come
    }

    @Test
    void shouldAcceptEveryCountInTurn() {
        OutputCheck check = wordCount.newCheck(100);
        count(check, 0, 100, 1);

        assertEquals(new OutputCheck.Verdict(0, List.of()), check.verdict());
        assertEquals(100 * wordCount.wordsInLine(), wordCount.outputs(100));
    }

    @Test
    void shouldTellLostCounts() {
        OutputCheck check = wordCount.newCheck(100);
        count(check, 0, 99, 1);

        assertTrue(check.verdict().wrong().getFirst().contains("its last count is"));
    }

    @Test
    void shouldTellACountThatWasLeftOut() {
        OutputCheck check = wordCount.newCheck(0);
        check.onOutput("output", bytes("word-1"), longBytes(1));
        check.onOutput("output", bytes("word-1"), longBytes(3));

        assertEquals("word-1: count 3 came after 1", check.verdict().wrong().getFirst());
    }

    @Test
    void shouldCountDoubledOutputAndInputCountedTwice() {
        OutputCheck twice = wordCount.newCheck(10);
        count(twice, 0, 10, 2);
        OutputCheck countedTwice = wordCount.newCheck(10);
        count(countedTwice, 0, 11, 1);

        assertEquals(10 * wordCount.wordsInLine(), twice.verdict().surplus());
        OutputCheck.Verdict oneLineMore = countedTwice.verdict();
        assertTrue(oneLineMore.surplus() + oneLineMore.wrong().size() > 0);
    }

    private void pass(OutputCheck check, int number) {
        Input input = stateless.input(number);
        check.onOutput("output", input.key(), bytes(input.text().toUpperCase(Locale.ROOT)));
    }

    private String restOf(int number) {
        return stateless.input(number).text().substring(1).toUpperCase(Locale.ROOT);
    }

    private void count(OutputCheck check, int from, int to, int times) {
        Map<String, Long> counts = new HashMap<>();
        for (int number = from; number < to; number++) {
            for (String word : wordCount.input(number).text().split(" ")) {
                long count = counts.merge(word, 1L, Long::sum);
                for (int i = 0; i < times; i++) {
                    check.onOutput("output", bytes(word), longBytes(count));
                }
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] longBytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
