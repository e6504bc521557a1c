package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.runtime.lifecycle.PhaseName.PLANNING;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.runtime.global.GlobalFailure;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.errors.StreamsException;

/** The disk fails the state while an application runs. */
class FailedDiskTest {
    private final List<String> asked = new ArrayList<>();

    private static StateDiskException disk(StateDiskException.Kind kind) {
        return new StateDiskException(kind, "The disk has failed", null);
    }

    private LifecycleRig running() {
        LifecycleRig rig = new LifecycleRig().run();
        rig.handlerLooks(() -> asked.add("asked"));
        return rig;
    }

    @ParameterizedTest
    @EnumSource(
            value = StateDiskException.Kind.class,
            names = {"DAMAGED", "FAILED"})
    void shouldOpenTheStateAgainWithoutAskingAnyone(StateDiskException.Kind kind) {
        LifecycleRig rig = running();
        rig.failPoll(new StreamsException("The state could not be read", disk(kind)))
                .step();
        assertEquals(PLANNING, rig.phase());
        assertFalse(rig.environment().state().isOpen());
        assertEquals(List.of(), asked);
    }

    @Test
    void shouldOpenADamagedStateAgainWhereGlobalStoresMeetIt() {
        LifecycleRig rig = running();
        rig.failPoll(new GlobalFailure(disk(StateDiskException.Kind.DAMAGED))).step();
        assertEquals(PLANNING, rig.phase());
        assertEquals(List.of(), asked);
    }

    /** It does not get emptier by itself. */
    @Test
    void shouldAskTheHandlerWhereTheDiskIsFull() {
        LifecycleRig rig = running();
        StateDiskException met = disk(StateDiskException.Kind.FULL);
        rig.failPoll(met);
        assertSame(met, assertThrows(StateDiskException.class, rig::step));
        assertEquals(List.of("asked"), asked);
        rig.requireClosed();
    }

    /** What opening could not mend, another opening does not mend either. */
    @ParameterizedTest
    @EnumSource(StateDiskException.Kind.class)
    void shouldAskTheHandlerWhereTheStateCannotBeOpened(StateDiskException.Kind kind) {
        StateDiskException met = disk(kind);
        LifecycleRig rig = new LifecycleRig().fail(Place.STATE, met);
        rig.handlerLooks(() -> asked.add("asked"));
        assertSame(met, assertThrows(StateDiskException.class, () -> rig.reach(PhaseName.JOINING)));
        assertEquals(List.of("asked"), asked);
        rig.requireClosed();
    }
}
