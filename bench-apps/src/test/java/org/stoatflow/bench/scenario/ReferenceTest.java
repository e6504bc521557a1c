package org.stoatflow.bench.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.bench.scenario.OutputCheck.Verdict;

class ReferenceTest {
    private final Reference reference = new Reference();

    @Test
    void shouldWaitForEachOutputAsOftenAsItIsExpected() {
        reference.expect("stream", "a", "1");
        reference.expect("stream", "a", "1");
        come("stream", "a", "1");
        assertEquals(1, reference.missing());
        come("stream", "a", "1");
        come("stream", "a", "1");

        assertEquals(0, reference.missing());
        assertEquals(new Verdict(1, List.of()), reference.verdict());
    }

    @Test
    void shouldTellWhatIsMissingAndWhatMustNotCome() {
        reference.expect("stream", "a", "1");
        come("stream", "a", "2");

        assertEquals(
                List.of("stream: a with 2 came, and must not", "stream: a with 1 did not come"),
                reference.verdict().wrong());
    }

    @Test
    void shouldTakeTheLastValueOfAKeyOfATable() {
        reference.expectLast("table", "a", "2");
        come("table", "a", "2");
        assertEquals(0, reference.missing());
        come("table", "a", "1");
        assertEquals(1, reference.missing());
        come("table", "a", "2");

        assertEquals(0, reference.missing());
        assertEquals(new Verdict(0, List.of()), reference.verdict());
    }

    @Test
    void shouldTellOfKeysThatEndOtherwise() {
        reference.expectLast("table", "a", "2");
        come("table", "a", "3");
        come("table", "b", "1");

        assertEquals(2, reference.missing());
        assertEquals(
                List.of("table: a ends with 3 and must end with 2", "table: b ends with 1 and must not be there"),
                reference.verdict().wrong());
    }

    @Test
    void shouldSeeADeletedKey() {
        reference.expectLast("table", "a", "2");
        come("table", "a", "2");
        come("table", "b", "1");
        reference.onOutput("table", Input.bytes("b"), null);

        assertEquals(new Verdict(0, List.of()), reference.verdict());
    }

    @Test
    void shouldNotLookAtWhatClosingRecordsCause() {
        come("stream", Reference.CLOSING + "-1", "1");

        assertEquals(new Verdict(0, List.of()), reference.verdict());
    }

    private void come(String topic, String key, String value) {
        reference.onOutput(topic, Input.bytes(key), Input.bytes(value));
    }
}
