package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.parity.ChangeLibrary;
import org.stoatflow.parity.Place;

/** The topologies that change, and how they are run. Made by reflection, once for each library. */
public final class ChangeRuns implements ChangeLibrary {
    private final Map<String, Change> changes = new LinkedHashMap<>();

    public ChangeRuns() {
        List<Change> all = new ArrayList<>();
        all.addAll(ChangedNames.rows());
        all.addAll(ChangedKinds.rows());
        all.addAll(ChangedSettings.rows());
        all.addAll(ChangedShapes.rows());
        all.addAll(ChangedInputs.rows());
        all.addAll(ChangedWindows.rows());
        all.forEach(change -> {
            if (changes.put(change.name(), change) != null) {
                throw new IllegalStateException("two rows are called " + change.name());
            }
        });
    }

    @Override
    public List<String> changes() {
        return List.copyOf(changes.keySet());
    }

    @Override
    public List<String> run(String change, Place place) {
        return new ChangeRun(changes.get(change), place).lines();
    }
}
