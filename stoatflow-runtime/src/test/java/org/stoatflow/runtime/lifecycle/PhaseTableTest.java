package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Docs;

/** The table of phases in ARCHITECTURE names the phases, their classes and their successors as the code has them. */
class PhaseTableTest {
    private static final String HEADER = "| phase | class | ";
    private static final Pattern QUOTED = Pattern.compile("`([A-Za-z]+)`");

    private record Row(String type, Set<PhaseName> successors) {}

    @Test
    void shouldListEachPhaseInTheOrderOfTheCode() {
        assertEquals(List.of(PhaseName.values()), List.copyOf(rows().keySet()));
    }

    @Test
    void shouldGiveTheSuccessorsOfEachPhase() {
        rows().forEach((phase, row) -> assertEquals(phase.successors(), row.successors(), "successors of " + phase));
    }

    @Test
    void shouldNameTheClassOfEachPhase() throws ReflectiveOperationException {
        for (Map.Entry<PhaseName, Row> row : rows().entrySet()) {
            Class<?> type = Class.forName(
                    Phase.class.getPackageName() + "." + row.getValue().type());
            assertEquals(
                    true, Phase.class.isAssignableFrom(type), row.getValue().type());
            String name = row.getKey().name();
            assertEquals(name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT) + "Phase", type.getSimpleName());
        }
    }

    private static Map<PhaseName, Row> rows() {
        Map<PhaseName, Row> rows = new LinkedHashMap<>();
        Docs.page("ARCHITECTURE.md")
                .lines()
                .dropWhile(line -> !line.startsWith(HEADER))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.asList(line.split("\\|")))
                .forEach(cells -> rows.put(
                        PhaseName.valueOf(only(cells.get(1))), new Row(only(cells.get(2)), phases(cells.getLast()))));
        return rows;
    }

    private static String only(String cell) {
        Matcher matcher = QUOTED.matcher(cell);
        assertEquals(true, matcher.find(), cell);
        return matcher.group(1);
    }

    private static Set<PhaseName> phases(String cell) {
        Set<PhaseName> found = EnumSet.noneOf(PhaseName.class);
        QUOTED.matcher(cell).results().forEach(match -> found.add(PhaseName.valueOf(match.group(1))));
        return found;
    }
}
