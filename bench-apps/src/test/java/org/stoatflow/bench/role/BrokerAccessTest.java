package org.stoatflow.bench.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerAccessTest {
    @Test
    void shouldTakeSettingsOfAllClientsFromAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("client.properties"), "security.protocol=SASL_SSL\nbootstrap.servers=not-this:1\n");

        BrokerAccess access =
                BrokerAccess.of(Map.of("BENCH_BOOTSTRAP_SERVERS", "one:9092", "BENCH_CLIENT", file.toString()));

        assertEquals(
                Map.of("bootstrap.servers", "one:9092", "security.protocol", "SASL_SSL", "linger.ms", 0),
                access.with(Map.of("linger.ms", 0)));
    }

    @Test
    void shouldNameAFileThatCannotBeRead() {
        Map<String, String> environment =
                Map.of("BENCH_BOOTSTRAP_SERVERS", "one:9092", "BENCH_CLIENT", "/not/there.properties");

        String message = assertThrows(RoleFailure.class, () -> BrokerAccess.of(environment))
                .getMessage();

        assertTrue(message.contains("/not/there.properties"), message);
    }

    @Test
    void shouldSayWhyItHasNotBegun() {
        BrokerWait wait = new BrokerWait(BrokerAccess.at("broker.invalid:9092"), List.of());

        String message =
                assertThrows(RoleFailure.class, () -> wait.await(Duration.ZERO)).getMessage();

        assertTrue(message.startsWith("not begun after 0 s: the brokers do not answer"), message);
    }
}
