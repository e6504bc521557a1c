package org.stoatflow.races;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.races.turns.Exploration;

/**
 * Each proof holds under every order of its threads' steps with up to two preemptions, or under the first 2,400 orders.
 */
@Tag("long")
class ProofsTest {
    /** Number of schedules within which each mutant is caught. */
    static final int SCHEDULES_MAX = 2_400;

    static final int PREEMPTIONS_MAX = 2;

    static List<String> all() {
        return Stream.concat(Proofs.SHORT.stream(), Proofs.LONG.stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldHold(String proof) {
        AtomicInteger run = new AtomicInteger();
        assertNull(new Exploration(Map.of())
                .explore(proof, PREEMPTIONS_MAX, () -> run.incrementAndGet() >= SCHEDULES_MAX)
                .forbidden());
    }
}
