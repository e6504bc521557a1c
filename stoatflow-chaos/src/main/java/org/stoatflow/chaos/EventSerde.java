package org.stoatflow.chaos;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Events as text. An event of the kind {@link EventKind#UNREADABLE} cannot be deserialized. */
final class EventSerde {
    private EventSerde() {}

    static Serde<Event> create() {
        return Serdes.serdeFrom(
                (topic, event) -> event.text().getBytes(StandardCharsets.UTF_8), (topic, bytes) -> read(bytes));
    }

    private static Event read(byte[] bytes) {
        Event event = Event.parse(new String(bytes, StandardCharsets.UTF_8));
        if (event.kind() == EventKind.UNREADABLE) {
            throw new SerializationException("record " + event.id() + " is unreadable");
        }
        return event;
    }
}
