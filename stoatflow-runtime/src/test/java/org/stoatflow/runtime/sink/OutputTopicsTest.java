package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

class OutputTopicsTest {
    private static final TimeoutException LATE = new TimeoutException("not present in metadata");
    private static final int ANY = Outbox.ANY_PARTITION;

    private final Map<String, Integer> there = new HashMap<>(Map.of("out", 2));
    private final OutputTopics topics = new OutputTopics(this::answer, new Clock() {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return TimeUnit.NANOSECONDS.toMillis(nowNs);
        }
    });
    private long nowNs;
    private int asked;
    private Duration within = Duration.ZERO;
    private boolean isSilent;

    private Map<String, Integer> answer(Collection<String> names, Duration longest) {
        within = longest;
        asked++;
        if (isSilent) {
            throw new StreamsException("no answer");
        }
        Map<String, Integer> found = new HashMap<>(there);
        found.keySet().retainAll(names);
        return found;
    }

    @Test
    void shouldAskNobodyBeforeATimeOut() {
        assertNull(topics.absence("gone", ANY));
        assertEquals(0, asked);
    }

    /** All output waits for the answer, so it is not waited for as long as a request may take. */
    @Test
    void shouldAskTheClusterForFiveSecondsAtMost() {
        isSilent = true;
        assertSame(LATE, topics.explain(LATE, "gone", ANY));
        assertEquals(Duration.ofSeconds(5), within);
    }

    @Test
    void shouldTellATopicThatIsNotThereFromOneThatIs() {
        assertSame(LATE, topics.explain(LATE, "out", 1));
        Exception gone = topics.explain(LATE, "gone", ANY);
        assertInstanceOf(AbsentTopicException.class, gone);
        assertEquals(
                "Topic gone does not exist: the brokers answer and do not have it. Create the topic, or name another"
                        + " one",
                gone.getMessage());
    }

    @Test
    void shouldTellAPartitionThatIsNotThere() {
        assertInstanceOf(AbsentTopicException.class, topics.explain(LATE, "out", 2));
        assertNotNull(topics.absence("out", 2));
        assertNull(topics.absence("out", 1));
    }

    @Test
    void shouldTakeNothingFromAFullBufferOrFromSilence() {
        BufferExhaustedException full = new BufferExhaustedException("full");
        assertSame(full, topics.explain(full, "gone", ANY));
        isSilent = true;
        assertSame(LATE, topics.explain(LATE, "gone", ANY));
        assertSame(LATE, topics.explain(LATE, "other", ANY));
        assertEquals(1, asked, "each question may take as long as a request");
        assertNull(topics.absence("gone", ANY));
    }

    @Test
    void shouldFindATopicThatIsCreated() {
        topics.explain(LATE, "gone", ANY);
        assertNotNull(topics.absence("gone", ANY));
        assertEquals(1, asked, "asked twice within a moment");
        there.put("gone", 1);
        nowNs += TimeUnit.SECONDS.toNanos(1);
        assertNull(topics.absence("gone", ANY));
    }

    @Test
    void shouldWaitForOneAbsentTopicOnly() {
        topics.explain(LATE, "gone", ANY);
        assertNotNull(topics.absence("gone as well", ANY));
        assertNull(topics.absence("out", 1));
    }

    /** The brokers may create topics that a producer asks for. */
    @Test
    void shouldLetTheProducerAskAgainAfterAWhile() {
        topics.explain(LATE, "gone", ANY);
        nowNs += TimeUnit.MINUTES.toNanos(5);
        assertNull(topics.absence("gone", ANY));
        assertNull(topics.absence("other", ANY));
    }

    @Test
    void shouldNotTakeAnAbsentPartitionForASignThatTopicsAreNotCreated() {
        topics.explain(LATE, "out", 2);
        assertNull(topics.absence("gone", ANY));
    }
}
