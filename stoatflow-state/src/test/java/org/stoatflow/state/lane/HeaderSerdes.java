package org.stoatflow.state.lane;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Serdes of text that write headers when they are called, and whose texts show which headers they were given. */
final class HeaderSerdes {
    /** Headers with this one are not written. */
    static final String FROZEN = "frozen";

    private HeaderSerdes() {}

    /** A serde whose headers begin with a mark. */
    static Serde<String> marked(String mark) {
        return new Serde<>() {
            @Override
            public Serializer<String> serializer() {
                return new Writer(mark);
            }

            @Override
            public Deserializer<String> deserializer() {
                return new Reader(mark);
            }
        };
    }

    private record Writer(String mark) implements Serializer<String> {
        @Override
        public byte[] serialize(String topic, String text) {
            throw new AssertionError("without headers: " + text);
        }

        @Override
        public byte[] serialize(String topic, Headers headers, String text) {
            if (text == null) {
                return null; // a bound that is not there: Kafka Streams asks, and ours does not
            }
            if (headers.toArray().length < 4 && headers.lastHeader(FROZEN) == null) {
                headers.add(mark, bytes(text));
            }
            return text.equals("nothing") ? null : bytes(text);
        }
    }

    private record Reader(String mark) implements Deserializer<String> {
        @Override
        public String deserialize(String topic, byte[] data) {
            throw new AssertionError("without headers");
        }

        @Override
        public String deserialize(String topic, Headers headers, byte[] data) {
            String text = new String(data, StandardCharsets.UTF_8) + names(headers);
            headers.add(mark + "-read", null);
            return text;
        }
    }

    private static List<String> names(Headers headers) {
        List<String> names = new ArrayList<>();
        headers.forEach(header -> names.add(header.key()));
        return names;
    }

    /** All headers with their values. */
    static String text(Headers headers) {
        List<String> all = new ArrayList<>();
        for (Header header : headers == null ? List.<Header>of() : headers) {
            all.add(header.key() + "="
                    + (header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8)));
        }
        return all.toString();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
