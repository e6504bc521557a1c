package org.stoatflow.runtime.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

class SinkPartitionsTest {
    private static final long AGE_MAX_NS = 100;

    private long nowNs;
    private int count = 2;
    private int looks;
    private boolean broken;
    private boolean absent;
    private long tookNs;

    /** What happens while the cluster is asked. */
    private Runnable meanwhile = () -> {};

    private final SinkPartitions partitions = new SinkPartitions(this::look, AGE_MAX_NS, new Clock() {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs;
        }
    });

    private int look(String topic) {
        looks++;
        nowNs += tookNs;
        meanwhile.run();
        if (absent) {
            throw new MissingSinkTopicException(topic);
        }
        if (broken) {
            throw new StreamsException("no answer about " + topic);
        }
        return count;
    }

    @Test
    void shouldSeeNewPartitionsOnceWhatIsKnownIsOld() {
        assertEquals(2, partitions.of("out"));
        count = 5;
        nowNs = AGE_MAX_NS;
        assertEquals(2, partitions.of("out"));
        nowNs++;
        assertEquals(5, partitions.of("out"));
    }

    @Test
    void shouldLookOnceInAWhile() {
        for (nowNs = 0; nowNs <= 2 * AGE_MAX_NS; nowNs++) {
            partitions.of("out");
        }
        assertEquals(2, looks);
    }

    @Test
    void shouldGoOnWithWhatWasTrueWhereNobodyAnswers() {
        partitions.of("out");
        broken = true;
        nowNs = AGE_MAX_NS + 1;

        assertEquals(2, partitions.of("out"));
    }

    @Test
    void shouldFailWhereATopicWasNeverFound() {
        broken = true;

        assertThrows(StreamsException.class, () -> partitions.of("out"));
    }

    /** Each record of each lane would else wait for as long as a producer does. */
    @Test
    void shouldNotAskAgainAtOnceForATopicThatTheBrokersDoNotHave() {
        absent = true;
        tookNs = Duration.ofMinutes(1).toNanos();
        assertThrows(StreamsException.class, () -> partitions.of("out"));
        absent = false;
        nowNs += tookNs - 1;
        assertThrows(StreamsException.class, () -> partitions.of("out"));
        assertEquals(1, looks);
        nowNs++;
        assertEquals(2, partitions.of("out"));
    }

    /** A request that is interrupted, or answered too late, would else fail the records of the next run. */
    @Test
    void shouldAskAgainAtOnceWhereNobodyHasAnswered() {
        broken = true;
        assertThrows(StreamsException.class, () -> partitions.of("out"));
        broken = false;
        assertEquals(2, partitions.of("out"));
    }

    @Test
    void shouldKeepWhatAnotherThreadHasFoundMeanwhile() {
        absent = true;
        meanwhile = () -> {
            meanwhile = () -> {};
            absent = false;
            assertEquals(2, partitions.of("out"));
            absent = true;
        };
        assertThrows(StreamsException.class, () -> partitions.of("out"));
        assertEquals(2, partitions.of("out"));
        assertEquals(2, looks);
    }
}
