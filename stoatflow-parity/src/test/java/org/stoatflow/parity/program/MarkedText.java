package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * A serde of text that writes headers, unless there are four or one is called "frozen", and whose texts show which
 * headers it was given to read with.
 */
record MarkedText(String mark) implements Serde<String> {
    @Override
    public Serializer<String> serializer() {
        return new Serializer<>() {
            @Override
            public byte[] serialize(String topic, String text) {
                return serialize(topic, null, text);
            }

            @Override
            public byte[] serialize(String topic, Headers headers, String text) {
                if (text == null || text.equals("nothing")) {
                    return null;
                }
                if (headers != null && headers.toArray().length < 4 && headers.lastHeader("frozen") == null) {
                    headers.add(mark, text.getBytes(StandardCharsets.UTF_8));
                }
                return text.getBytes(StandardCharsets.UTF_8);
            }
        };
    }

    @Override
    public Deserializer<String> deserializer() {
        return new Deserializer<>() {
            @Override
            public String deserialize(String topic, byte[] data) {
                return deserialize(topic, null, data);
            }

            @Override
            public String deserialize(String topic, Headers headers, byte[] data) {
                return data == null ? null : new String(data, StandardCharsets.UTF_8) + text(headers);
            }
        };
    }

    /** All headers with their values. */
    static String text(Headers headers) {
        List<String> all = new ArrayList<>();
        if (headers != null) {
            for (Header header : headers) {
                byte[] value = header.value();
                all.add(header.key() + "=" + (value == null ? null : new String(value, StandardCharsets.UTF_8)));
            }
        }
        return all.toString();
    }
}
