package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.explain.ExplainCommand;

class ExplainDemoTest {
    @Test
    void shouldExplainTheDemo() {
        assertEquals(0, ExplainCommand.run(List.of(), ExplainDemo.demo()));
    }

    @Test
    void shouldPassItsArgumentsOn() {
        assertEquals(2, ExplainCommand.run(List.of("--such"), ExplainDemo.demo()));
    }
}
