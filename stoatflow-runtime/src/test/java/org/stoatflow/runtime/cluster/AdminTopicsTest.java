package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class AdminTopicsTest {
    private final Map<String, KafkaFuture<TopicDescription>> answers = Map.of(
            "gone", refused(new UnknownTopicOrPartitionException("gone")),
            "hidden", refused(new TopicAuthorizationException("hidden")));
    private final AdminTopics topics =
            new AdminTopics(RenewableAdmin.of(admin()), "localhost:1", Duration.ofSeconds(1));

    /** Else the position of the first is committed, which its brokers never answer. */
    @Test
    void shouldTellThatATopicIsGoneWhateverBecomesOfOthers() throws ExecutionException, InterruptedException {
        assertEquals(Set.of("gone"), topics.gone(List.of("gone", "hidden")).get());
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
