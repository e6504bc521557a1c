package org.stoatflow.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FirstApplicationTest {
    @Test
    void shouldCountFromLinesToCounts() {
        String described = FirstApplication.topology().describe().toString();
        assertTrue(described.contains("topics: [lines]"), described);
        assertTrue(described.contains("stores: [counts]"), described);
        assertTrue(described.contains("topic: counts"), described);
    }
}
