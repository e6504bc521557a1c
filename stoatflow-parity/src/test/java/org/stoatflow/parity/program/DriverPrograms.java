package org.stoatflow.parity.program;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Programs that drive topologies and mock contexts. {@code apply} runs the one of a name and returns what it has seen;
 * the name "" returns the names. Only types of the JDK go to the caller, so that the caller can load this class twice.
 */
public final class DriverPrograms implements Function<String, List<String>> {
    private final Map<String, Consumer<DriverNotes>> programs = new LinkedHashMap<>();

    /** Fills the table. */
    public DriverPrograms() {
        DriverTopologies.addTo(programs);
        DriverPartitioners.addTo(programs);
        DriverForeignKeys.addTo(programs);
        DriverVersions.addTo(programs);
        DriverGrace.addTo(programs);
        DriverStores.addTo(programs);
        DriverHandles.addTo(programs);
        DriverAccess.addTo(programs);
        DriverUses.addTo(programs);
        DriverUserVersions.addTo(programs);
        DriverUserStores.addTo(programs);
        DriverUserGlobals.addTo(programs);
        DriverStoreTypes.addTo(programs);
        DriverWindowStores.addTo(programs);
        DriverUserWindows.addTo(programs);
        DriverHeaders.addTo(programs);
        DriverFormats.addTo(programs);
        DriverJoins.addTo(programs);
        DriverGlobalTables.addTo(programs);
        DriverGlobalStores.addTo(programs);
        DriverFailures.addTo(programs);
        DriverTimes.addTo(programs);
        DriverTopics.addTo(programs);
        DriverMetricPrograms.addTo(programs);
        DriverConfigured.addTo(programs);
        DriverFolders.addTo(programs);
        MockContexts.addTo(programs);
        OldMockContexts.addTo(programs);
        DriverRefused.addTo(programs);
    }

    @Override
    public List<String> apply(String name) {
        if (name.isEmpty()) {
            Set<String> names = programs.keySet();
            return List.copyOf(names);
        }
        DriverNotes notes = new DriverNotes();
        programs.get(name).accept(notes);
        return notes.lines();
    }
}
