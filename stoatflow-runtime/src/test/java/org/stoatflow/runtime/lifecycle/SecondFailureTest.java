package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;
import org.stoatflow.streams.errors.StreamsException;

/**
 * A client fails while the application is about to go on after a failure. That is one more failure, and not the end.
 */
class SecondFailureTest {
    @ParameterizedTest
    @ValueSource(classes = {KafkaException.class, TimeoutException.class, IllegalStateException.class})
    void shouldGoOnWithAnotherConsumerWhereOneCannotBePaused(Class<? extends RuntimeException> type)
            throws ReflectiveOperationException {
        LifecycleRig rig = new LifecycleRig().own(PhaseName.RUNNING);
        Consumer<byte[], byte[]> before = rig.consumer();
        rig.fail(Place.PAUSE, type.getConstructor(String.class).newInstance("not paused"));
        rig.failPreparing(new IllegalStateException("a lane")).reach(PhaseName.PLANNING);
        rig.own(PhaseName.RUNNING);
        assertNotSame(before, rig.consumer());
    }

    /** A supplier of the user's makes the admin client. There is a pause before each attempt. */
    @Test
    void shouldStartOverOnceMoreWhereThatHasFailed() {
        LifecycleRig rig = new LifecycleRig().own(PhaseName.RUNNING);
        long beforeNs = rig.environment().clock().nanos();
        rig.fail(Place.RENEW, new KafkaException("not made")).failPoll(new IllegalStateException("first"));
        rig.reach(PhaseName.PLANNING);
        long passedNs = rig.environment().clock().nanos() - beforeNs;
        assertEquals(2 * Lifecycle.START_OVER_PAUSE.toNanos(), passedNs);
        rig.own(PhaseName.RUNNING);
    }

    @Test
    void shouldGoOnAsOftenAsTheHandlerWants() {
        LifecycleRig rig = new LifecycleRig().handlerGoesOn();
        for (int failures = 0; failures < 30; failures++) {
            rig.own(PhaseName.RUNNING);
            rig.fail(Place.PAUSE, new KafkaException("not paused"));
            rig.failPoll(PhaseWays.passing()).reach(PhaseName.PLANNING);
        }
        rig.own(PhaseName.RUNNING);
    }

    @Test
    void shouldAskTheHandlerWhereEachConsumerFailsSo() {
        List<String> heard = new ArrayList<>();
        LifecycleRig rig = new LifecycleRig();
        rig.handlerHears(heard);
        StreamsException end = assertThrows(StreamsException.class, () -> {
            for (int failures = 0; failures < 100; failures++) {
                rig.own(PhaseName.RUNNING);
                rig.fail(Place.PAUSE, new KafkaException("not paused"));
                rig.failPreparing(new IllegalStateException("a lane " + failures))
                        .reach(PhaseName.PLANNING);
            }
        });
        assertEquals(1, heard.size());
        assertEquals(PhaseName.ENDED, rig.phase(), end::toString);
    }
}
