package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Docs;
import org.stoatflow.streams.KafkaStreams;

/** The table of phases in ARCHITECTURE names the phases, their states and their successors as the code has them. */
class PhaseTableTest {
    private static final String HEADER = "| phase | ";
    private static final String RUNNING_MARK = "\\*";
    private static final Pattern QUOTED = Pattern.compile("`([A-Z]+)`");

    private record Row(boolean running, Set<PhaseName> successors) {}

    @Test
    void shouldListEachPhaseInTheOrderOfTheCode() {
        assertEquals(List.of(PhaseName.values()), List.copyOf(rows().keySet()));
    }

    /** Above the table: each phase but the last may also be left for these two. */
    @Test
    void shouldGiveTheSuccessorsOfEachPhase() {
        rows().forEach((phase, row) -> {
            Set<PhaseName> successors = EnumSet.copyOf(row.successors());
            if (phase != PhaseName.ENDED) {
                assertTrue(successors.add(PhaseName.PLANNING), () -> phase + " leaves for PLANNING, as all do");
                assertTrue(successors.add(PhaseName.ENDED), () -> phase + " leaves for ENDED, as all do");
            }
            assertEquals(phase.successors(), successors, () -> "successors of " + phase);
        });
    }

    @Test
    void shouldMarkThePhasesThatAreShownAsRunning() {
        rows().forEach((phase, row) -> assertEquals(
                phase.shown().equals(Optional.of(KafkaStreams.State.RUNNING)), row.running(), phase::name));
    }

    /** Above the table: the class has the phase's name. */
    @Test
    void shouldHaveAClassForEachPhase() throws ReflectiveOperationException {
        for (PhaseName phase : rows().keySet()) {
            String name = phase.name();
            Class<?> type = Class.forName(Phase.class.getPackageName() + "." + name.charAt(0)
                    + name.substring(1).toLowerCase(Locale.ROOT) + "Phase");
            assertTrue(Phase.class.isAssignableFrom(type), type::getName);
        }
    }

    private static Map<PhaseName, Row> rows() {
        Map<PhaseName, Row> rows = new LinkedHashMap<>();
        Docs.page("ARCHITECTURE.md")
                .lines()
                .dropWhile(line -> !line.startsWith(HEADER))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|"))
                .forEach(cells ->
                        rows.put(phase(cells[1]), new Row(cells[1].strip().endsWith(RUNNING_MARK), phases(cells[3]))));
        return rows;
    }

    private static PhaseName phase(String cell) {
        Matcher matcher = QUOTED.matcher(cell);
        assertTrue(matcher.find(), cell);
        return PhaseName.valueOf(matcher.group(1));
    }

    private static Set<PhaseName> phases(String cell) {
        Set<PhaseName> found = EnumSet.noneOf(PhaseName.class);
        QUOTED.matcher(cell).results().forEach(match -> found.add(PhaseName.valueOf(match.group(1))));
        return found;
    }
}
