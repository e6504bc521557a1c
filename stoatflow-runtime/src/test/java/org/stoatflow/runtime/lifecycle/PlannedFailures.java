package org.stoatflow.runtime.lifecycle;

import java.util.EnumMap;
import java.util.Map;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;

/** Which calls of a lifecycle to the outside are to fail, and how. */
final class PlannedFailures {
    private final Map<Place, Failure> failures = new EnumMap<>(Place.class);

    private record Failure(int callsBefore, RuntimeException why) {}

    /** Plans that a call of this kind fails, after so many that do not. */
    void plan(Place place, int callsBefore, RuntimeException why) {
        failures.put(place, new Failure(callsBefore, why));
    }

    /** Notes a call of this kind, and throws if its failure is planned. */
    void call(Place place) {
        Failure failure = failures.remove(place);
        if (failure != null && failure.callsBefore() == 0) {
            throw failure.why();
        }
        if (failure != null) {
            plan(place, failure.callsBefore() - 1, failure.why());
        }
    }
}
