package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class AdminTopicsTest {
    private final Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>(Map.of(
            "gone", refused(new UnknownTopicOrPartitionException("gone")),
            "hidden", refused(new TopicAuthorizationException("hidden"))));
    private final AdminTopics topics =
            new AdminTopics(RenewableAdmin.of(admin()), "localhost:1", Duration.ofSeconds(1));

    /** Else the position of the first is committed, which its brokers never answer. */
    @Test
    void shouldTellThatATopicIsGoneWhateverBecomesOfOthers() throws ExecutionException, InterruptedException {
        assertEquals(Set.of("gone"), topics.gone(List.of("gone", "hidden")).get());
    }

    /** Else the position in the one before is committed for the new one, whose first records are skipped. */
    @Test
    void shouldTellThatATopicIsGoneThatAWriterKnowsAsAnotherOne() throws ExecutionException, InterruptedException {
        List<String> both = List.of("both");
        answers.clear();
        answers.put("both", KafkaFuture.completedFuture(described(Uuid.randomUuid())));
        assertEquals(Map.of("both", 0), topics.partitions(both));
        assertEquals(Set.of(), topics.gone(both).get());
        answers.put("both", KafkaFuture.completedFuture(described(Uuid.randomUuid())));
        topics.partitions(both, Duration.ofSeconds(1));
        assertEquals(Set.of("both"), topics.gone(both).get());
        assertEquals(Set.of("both"), topics.madeAnew(both).get());
        topics.partitions(both);
        assertEquals(Set.of(), topics.madeAnew(both).get());
        assertEquals(Set.of(), topics.gone(both).get());
    }

    /** A producer that asks for a topic which is gone may have the brokers make it. */
    @Test
    void shouldNotTellThatATopicWasMadeAnewWhichIsNotThere() throws ExecutionException, InterruptedException {
        assertEquals(Set.of(), topics.madeAnew(List.of("gone", "hidden")).get());
    }

    /** The plan goes on having the former id: then positions of the new topic are not those of a former one. */
    @Test
    void shouldTellOfNoOtherTopicThanARecoveryHasFound() throws ExecutionException, InterruptedException {
        List<String> both = plannedAndMadeAnew();
        topics.onRecovery(both);
        assertEquals(Set.of(), topics.madeAnewSinceRecovery(both).get());
        assertEquals(Set.of(), topics.gone(both).get(), "it is hidden for a while, and comes back");
        assertEquals(Set.of("both"), topics.madeAnew(both).get(), "what the group has may be of the former one");
        assertEquals(Set.of(), topics.madeAnewSinceRun(Set.of("both")));
    }

    /** It has the producers of the run before, which may ask with the former id. */
    @Test
    void shouldTellARunInPlaceWhatItHasNoPositionsOf() throws ExecutionException, InterruptedException {
        List<String> both = plannedAndMadeAnew();
        assertEquals(Set.of("both"), topics.madeAnewSinceRecovery(both).get());
        assertEquals(Set.of("both"), topics.madeAnewSinceRun(Set.of("both")));
        topics.onRun();
        assertEquals(Set.of("both"), topics.madeAnewSinceRecovery(both).get());
        assertEquals(Set.of(), topics.madeAnewSinceRun(Set.of("both")));
    }

    private List<String> plannedAndMadeAnew() {
        List<String> both = List.of("both");
        answers.clear();
        answers.put("both", KafkaFuture.completedFuture(described(Uuid.randomUuid())));
        topics.partitions(both);
        answers.put("both", KafkaFuture.completedFuture(described(Uuid.randomUuid())));
        return both;
    }

    private static TopicDescription described(Uuid id) {
        return new TopicDescription("both", false, List.of(), Set.of(), id);
    }

    private static KafkaFuture<TopicDescription> refused(Exception why) {
        KafkaFutureImpl<TopicDescription> refused = new KafkaFutureImpl<>();
        refused.completeExceptionally(why);
        return refused;
    }

    private Admin admin() {
        return (Admin) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> new DescribeTopicsResult(null, answers) {});
    }
}
