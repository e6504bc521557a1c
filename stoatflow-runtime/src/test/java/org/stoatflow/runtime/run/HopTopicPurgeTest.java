package org.stoatflow.runtime.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.testkit.LoggedLines;

/** When the records of hops' topics are deleted, by a cluster that answers what a test says. */
class HopTopicPurgeTest {
    private static final TopicPartition FIRST = new TopicPartition("hop", 0);
    private static final TopicPartition SECOND = new TopicPartition("hop", 1);

    private final List<String> asked = new ArrayList<>();
    private CompletableFuture<Map<TopicPartition, Long>> answer = new CompletableFuture<>();
    private long nowNs = 7;
    private final HopTopicPurge purge =
            new HopTopicPurge(cluster(), "group", Map.of(FIRST, 10L, SECOND, 20L), new TestClock());

    @Test
    void shouldAskUntilAllIsDeleted() {
        purge.step();
        purge.step();
        assertEquals(List.of("group [hop-0, hop-1]"), asked, "one request at a time");
        answer(Map.of(FIRST, 10L, SECOND, 15L));
        purge.step();
        assertEquals(1, asked.size(), "not at once again");
        pass();
        assertEquals("group [hop-1]", asked.getLast());
        answer(Map.of(SECOND, 21L));
        pass();
        assertEquals(2, asked.size(), "all is deleted");
    }

    @Test
    void shouldAskAgainWhereTheGroupHasNoOffsetYet() {
        purge.step();
        answer(Map.of());
        pass();
        assertEquals(List.of("group [hop-0, hop-1]", "group [hop-0, hop-1]"), asked);
    }

    @Test
    void shouldAskAgainWhereBrokersDoNotAnswer() {
        purge.step();
        fail(new TimeoutException("nobody is there"));
        pass();
        assertEquals(2, asked.size());
    }

    /** The thread of the admin client has ended. */
    @Test
    void shouldAskAgainWhereARequestHasNoEnd() {
        purge.step();
        nowNs += HopTopicPurge.GIVEN_UP_NS - 1;
        purge.step();
        pass();
        assertEquals(1, asked.size());
        pass();
        assertEquals(2, asked.size());
    }

    @Test
    void shouldSayOnceWhatToDoWithoutTheRight() {
        try (LoggedLines log = LoggedLines.of(HopTopicPurge.class.getName())) {
            purge.step();
            fail(new TopicAuthorizationException("no right"));
            pass();
            pass();
            assertEquals(1, asked.size());
            assertEquals(1, log.all().size(), () -> "lines " + log.all());
            assertTrue(log.all().getFirst().contains("Let the application delete records"), log.all()::toString);
        }
    }

    @Test
    void shouldAskNothingWhereNothingIsThere() {
        HopTopicPurge none = new HopTopicPurge(cluster(), "group", Map.of(), new TestClock());
        none.step();
        assertEquals(List.of(), asked);
    }

    private void answer(Map<TopicPartition, Long> before) {
        answer.complete(before);
        purge.step();
    }

    private void fail(Exception why) {
        answer.completeExceptionally(why);
        purge.step();
    }

    private void pass() {
        answer = new CompletableFuture<>();
        nowNs += HopTopicPurge.ASKED_AGAIN_NS;
        purge.step();
    }

    private ClusterTopics cluster() {
        return (ClusterTopics) Proxy.newProxyInstance(
                ClusterTopics.class.getClassLoader(), new Class<?>[] {ClusterTopics.class}, (proxy, method, args) -> {
                    assertEquals("deleteCommitted", method.getName());
                    TreeSet<String> partitions = new TreeSet<>();
                    ((Iterable<?>) args[1]).forEach(partition -> partitions.add(partition.toString()));
                    asked.add(args[0] + " " + partitions);
                    return answer;
                });
    }

    private final class TestClock implements Clock {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return 0;
        }
    }
}
