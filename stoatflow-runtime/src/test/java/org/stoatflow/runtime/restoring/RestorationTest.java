package org.stoatflow.runtime.restoring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.runtime.cluster.ClusterTopics;

class RestorationTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            compact,          5000, 5000
            'compact,delete', 5000, 5000
            'delete,compact', 5000, 5000
            compact,          ,     86400000
            ,                 5000, 5000
            delete,           5000, 9223372036854775807
            """)
    void shouldFearForTombstonesOfCompactedTopicsOnly(String policy, String retention, long expectedMs) {
        Map<String, String> config = new HashMap<>();
        config.put("cleanup.policy", policy);
        config.put("delete.retention.ms", retention);
        ClusterTopics topics = (ClusterTopics) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClusterTopics.class},
                (proxy, method, arguments) -> Optional.ofNullable(config.get((String) arguments[1])));
        assertEquals(expectedMs, Restoration.deleteRetentionMs(topics, "t"));
    }
}
