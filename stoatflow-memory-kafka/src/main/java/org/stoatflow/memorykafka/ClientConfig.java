package org.stoatflow.memorykafka;

import java.util.Map;

/**
 * A client's configuration map, read as Kafka's clients read it: values may be typed or text.
 */
record ClientConfig(Map<String, ?> values) {
    String text(String name, String otherwise) {
        Object value = values.get(name);
        return value == null ? otherwise : value.toString();
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, Integer.toString(otherwise)));
    }
}
