package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;

/** The facade has no method for it, since Kafka Streams has none. */
class StatusAccessTest {
    @Test
    void shouldGiveItsStatusToWhoHasTheApplication() {
        Properties props = new Properties();
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        KafkaStreams streams = new KafkaStreams(new Topology().addSource("source", "in"), props);
        assertSame(FakeEngine.last().status, ApplicationStatus.of(streams));
        assertEquals(Optional.empty(), ApplicationTopology.of(streams));
    }
}
