package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.cluster.ClusterTopics.OwnTopic;
import org.stoatflow.streams.errors.StreamsException;

/** Brokers before 3.6 refuse a topic with a configuration that they do not know. */
class OlderBrokersTest {
    private static final String AFTER_MAX_MS = "message.timestamp.after.max.ms";
    private static final String BEFORE_MAX_MS = "message.timestamp.before.max.ms";
    private static final Map<String, String> ANY_TIME =
            Map.of(AFTER_MAX_MS, "9223372036854775807", BEFORE_MAX_MS, "9223372036854775807", "a", "b");

    private final List<String> created = new ArrayList<>();
    private ApiException refusal = new InvalidConfigurationException("Unknown topic config name");
    private final AdminTopics topics =
            new AdminTopics(RenewableAdmin.of(admin()), "localhost:1", Duration.ofSeconds(1));

    @Test
    void shouldCreateAChangelogWithoutWhatTheyDoNotKnow() {
        topics.create(
                List.of(
                        new OwnTopic("plain", 1, Map.of("a", "b")),
                        new OwnTopic("there", 1, Map.of()),
                        new OwnTopic("any", 1, ANY_TIME)),
                (short) -1);
        assertEquals(List.of("plain{a=b}", "any{a=b}"), created);
    }

    /** A policy of newer brokers may forbid it, too. */
    @Test
    void shouldCreateAChangelogWithoutWhatAPolicyForbids() {
        refusal = new PolicyViolationException("only the listed keys");
        topics.create(List.of(new OwnTopic("any", 1, ANY_TIME)), (short) -1);
        assertEquals(List.of("any{a=b}"), created);
    }

    @Test
    void shouldFailWhereMoreIsRefused() {
        List<OwnTopic> refused = List.of(new OwnTopic("refused", 1, ANY_TIME));
        assertThrows(StreamsException.class, () -> topics.create(refused, (short) -1));
        assertEquals(List.of(), created);
    }

    /** Nothing is known of the time that the user wants then. */
    @Test
    void shouldFailWhereTheUserHasChosenIt() {
        List<OwnTopic> chosen = List.of(new OwnTopic("chosen", 1, Map.of(AFTER_MAX_MS, "1")));
        assertThrows(StreamsException.class, () -> topics.create(chosen, (short) -1));
        assertEquals(List.of(), created);
    }

    private Admin admin() {
        return (Admin) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    Map<String, KafkaFuture<CreateTopicsResult.TopicMetadataAndConfig>> answers = new HashMap<>();
                    for (Object wanted : (Collection<?>) arguments[0]) {
                        NewTopic topic = (NewTopic) wanted;
                        answers.put(topic.name(), answer(topic));
                    }
                    return new CreateTopicsResult(answers) {};
                });
    }

    private KafkaFuture<CreateTopicsResult.TopicMetadataAndConfig> answer(NewTopic topic) {
        KafkaFutureImpl<CreateTopicsResult.TopicMetadataAndConfig> answer = new KafkaFutureImpl<>();
        if (topic.configs().containsKey(AFTER_MAX_MS) || topic.name().equals("refused")) {
            answer.completeExceptionally(refusal);
        } else if (topic.name().equals("there")) {
            answer.completeExceptionally(new TopicExistsException("there"));
        } else {
            created.add(topic.name() + topic.configs());
            answer.complete(null);
        }
        return answer;
    }
}
