package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TakeoverTest {
    @Test
    void shouldPrintTheGravestFirst() {
        Takeover takeover = new Takeover(List.of(
                Finding.note("e"), Finding.reads("d"), Finding.loses("c"), Finding.blocks("a"), Finding.waits("b")));
        assertEquals(
                List.of("blocks  a", "waits   b", "loses   c", "reads   d", "note    e", "1 thing blocks the start"),
                takeover.text().lines().toList());
    }

    @Test
    void shouldSayThatNothingBlocks() {
        assertEquals(
                List.of("note    e", "Nothing blocks the start"),
                new Takeover(List.of(Finding.note("e"))).text().lines().toList());
    }
}
