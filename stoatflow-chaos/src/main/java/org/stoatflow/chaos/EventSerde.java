package org.stoatflow.chaos;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Events as text; one that is to be unreadable is. */
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
