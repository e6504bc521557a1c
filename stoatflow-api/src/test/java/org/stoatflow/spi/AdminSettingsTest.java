package org.stoatflow.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.StreamsConfig;

class AdminSettingsTest {
    private static final String LOUD = "org.apache.kafka.clients.admin.internals.AdminMetadataManager";
    private static final String STRATEGY = "metadata.recovery.strategy";
    private static final int ASKED_FOR_MS = 1_500;
    private static final int LINES_MAX = 10;

    @Test
    void shouldLogLittleWhileNoBrokerAnswers() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        Logger logger = (Logger) LoggerFactory.getLogger(LOUD);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try (Admin admin = Admin.create(AdminSettings.of(config(port, Map.of()), "quiet"))) {
            assertThrows(
                    ExecutionException.class,
                    () -> admin.describeCluster(new DescribeClusterOptions().timeoutMs(ASKED_FOR_MS))
                            .clusterId()
                            .get());
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
        assertTrue(lines.list.size() < LINES_MAX, "lines=" + lines.list.size());
    }

    @Test
    void shouldKeepWhatTheUserHasChosen() {
        assertEquals("none", AdminSettings.of(config(9, Map.of()), "id").get(STRATEGY));
        assertEquals(
                "rebootstrap",
                AdminSettings.of(config(9, Map.of(STRATEGY, "rebootstrap")), "id")
                        .get(STRATEGY));
        assertEquals(
                "rebootstrap",
                AdminSettings.of(config(9, Map.of("admin." + STRATEGY, "rebootstrap")), "id")
                        .get(STRATEGY));
    }

    private static StreamsConfig config(int port, Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(more);
        values.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        values.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + port);
        return new StreamsConfig(values);
    }
}
