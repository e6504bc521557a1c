package org.stoatflow.runtime.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.streams.StreamsConfig;

class ProgramOptionsTest {
    @Test
    void shouldRefuseEachSecretOfTheClientsOnTheCommandLine() {
        Set<String> secrets = new HashSet<>();
        Set<String> others = new HashSet<>();
        for (ConfigDef keys : List.of(
                ConsumerConfig.configDef(),
                ProducerConfig.configDef(),
                AdminClientConfig.configDef(),
                StreamsConfig.configDef())) {
            keys.configKeys()
                    .forEach((name, key) -> (key.type == ConfigDef.Type.PASSWORD ? secrets : others).add(name));
        }
        assertTrue(secrets.contains("sasl.jaas.config"), secrets::toString);
        secrets.removeIf(key -> key.contains("certificate")); // certificates are for everybody to see
        for (String key : secrets) {
            for (String prefix : List.of("", "consumer.", "main.consumer.", "admin.")) {
                String message = assertThrows(BadArgument.class, () -> take(prefix + key))
                        .getMessage();
                assertTrue(message.contains("--config FILE") && message.contains(prefix + key), message);
                assertFalse(message.contains("hush"), message);
            }
        }
        others.forEach(key -> assertDoesNotThrow(() -> take(key), key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema.registry.basic.auth.user.info", "bearer.auth.token", "store.db.PASSWORD"})
    void shouldRefuseSecretsOfOthersByTheirNames(String key) {
        assertThrows(BadArgument.class, () -> take(key));
    }

    private static boolean take(String key) throws BadArgument {
        return new ProgramOptions.Reader().take("--set", List.of(key + "=hush").iterator());
    }
}
