package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds the table of what calls of Kafka's clients may do to the engine, which must have a row for each call that it
 * makes and for each exception that the call's documentation names; and to the seeds and tests that show the rows.
 */
@Tag("long")
class ClientCallsTest {
    private static final int SEEDS_MAX = 60;

    @BeforeEach
    void quiet() {
        Quiet.beQuiet();
    }

    @Test
    void shouldHaveARowForEachCallOfTheEngine() {
        Set<String> calls = new TreeSet<>(EngineCalls.made());
        ClientCall.all().forEach(row -> calls.remove(row.call()));
        assertEquals(Set.of(), calls, "calls of the engine that the table does not have");
    }

    @Test
    void shouldHaveARowForEachExceptionThatTheDocumentationNames() {
        Set<String> documented = new TreeSet<>();
        for (String call : EngineCalls.made()) {
            DocumentedExceptions.of(call).forEach(name -> documented.add(call + " " + name));
        }
        ClientCall.all().forEach(row -> documented.remove(row.text()));
        assertEquals(Set.of(), documented, "documented exceptions that the table does not have");
    }

    @Test
    void shouldHaveNoRowTwice() {
        List<String> rows = ClientCall.all().stream().map(ClientCall::text).toList();
        assertEquals(List.copyOf(new TreeSet<>(rows)), rows.stream().sorted().toList());
    }

    @TestFactory
    List<DynamicTest> shouldFollow() {
        List<DynamicTest> tests = new ArrayList<>();
        for (ClientCall row : ClientCall.all()) {
            if (row.isSeed()) {
                tests.add(DynamicTest.dynamicTest(row.text(), () -> requireShown(row)));
            } else {
                tests.add(DynamicTest.dynamicTest(row.text(), () -> TestNames.requireThere(row.shownBy())));
            }
        }
        return tests;
    }

    private static void requireShown(ClientCall row) {
        Simulation.Outcome outcome = run(row, row.seed());
        assertTrue(
                outcome.table().total(row.kind()) > 0,
                () -> row.text() + " does not strike seed " + row.seed() + suggest(row));
        String what = row.text() + " in seed " + row.seed() + " leads to " + outcome.followed();
        assertTrue(
                row.isOfCall()
                        ? outcome.followed() == row.follows()
                        : outcome.followed().compareTo(row.follows()) <= 0, // what else the kind does is its own
                what);
    }

    private static Simulation.Outcome run(ClientCall row, long seed) {
        return new Simulation(seed, Variation.NONE, Focus.on(row)).run();
    }

    private static String suggest(ClientCall row) {
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            Setup setup = Setup.of(new SplittableRandom(seed));
            if (!setup.foreignOwner() && run(row, seed).table().total(row.kind()) > 0) {
                return "; it does strike seed " + seed;
            }
        }
        return "; nor any of " + SEEDS_MAX;
    }
}
