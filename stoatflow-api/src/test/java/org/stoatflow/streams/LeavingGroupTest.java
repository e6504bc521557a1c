package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a plain close leaves the group: members of the streams protocol do, as there, but static ones do not. */
class LeavingGroupTest {
    @Test
    void shouldLeaveWhereTheProtocolIsStreams() {
        assertEquals("closeAndLeaveGroup", closedWith(Map.of("group.protocol", "streams")));
    }

    @Test
    void shouldStayWhereTheProtocolIsClassic() {
        assertEquals("close", closedWith(Map.of("group.protocol", "classic")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "consumer.", "main.consumer."})
    void shouldStayWhereTheMemberIsStatic(String prefix) {
        assertEquals("close", closedWith(Map.of("group.protocol", "streams", prefix + "group.instance.id", "here")));
    }

    private static String closedWith(Map<String, String> settings) {
        Properties props = new Properties();
        props.putAll(settings);
        props.setProperty("application.id", "app");
        props.setProperty("bootstrap.servers", "localhost:1");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        KafkaStreams streams = new KafkaStreams(builder.build(), props);
        FakeEngine.last().letStop();
        streams.start();
        streams.close();
        return FakeEngine.last().calls().getLast();
    }
}
