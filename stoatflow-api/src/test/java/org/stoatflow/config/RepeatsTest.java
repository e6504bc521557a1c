package org.stoatflow.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatsTest {
    @Test
    void shouldSayThatTheFirstAndEachPowerOfTenAreWorthALine() {
        Repeats repeats = new Repeats();
        List<Long> worth = new ArrayList<>();
        for (int i = 0; i < 12_345; i++) {
            long times = repeats.next();
            if (times > 0) {
                worth.add(times);
            }
        }
        assertEquals(List.of(1L, 10L, 100L, 1_000L, 10_000L), worth);
    }
}
