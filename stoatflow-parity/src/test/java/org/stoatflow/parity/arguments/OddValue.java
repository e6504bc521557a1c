package org.stoatflow.parity.arguments;

import java.lang.reflect.Array;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** An argument that a method may refuse, and how reports name it. */
record OddValue(String text, Object value) {
    static final OddValue NULL = new OddValue("null", null);

    /** Those that a parameter of the type can be given. */
    static List<OddValue> of(Class<?> type) {
        if (type.isPrimitive()) {
            return type == long.class
                    ? numbers(-1L, 0L, Long.MIN_VALUE, Long.MAX_VALUE)
                    : type == int.class ? numbers(-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE) : List.of();
        }
        List<OddValue> values = new ArrayList<>();
        values.add(NULL);
        values.addAll(notNull(type));
        return values;
    }

    private static List<OddValue> notNull(Class<?> type) {
        if (type == String.class) {
            return List.of(
                    new OddValue("empty", ""),
                    shown(" "),
                    shown("a b"),
                    shown("a/b"),
                    shown("."),
                    shown("\u00e9"),
                    new OddValue("long", "x".repeat(250)));
        }
        if (type == Duration.class) {
            return List.of(
                    shown(Duration.ofMillis(-1)),
                    shown(Duration.ZERO),
                    shown(Duration.ofNanos(1)),
                    shown(Duration.ofDays(1)),
                    new OddValue("endless", Duration.ofSeconds(Long.MAX_VALUE)));
        }
        if (type == Instant.class) {
            return List.of(
                    shown(Instant.ofEpochMilli(-1)),
                    new OddValue("MIN", Instant.MIN),
                    new OddValue("MAX", Instant.MAX));
        }
        if (type == Integer.class) {
            return numbers(-1, 0);
        }
        if (type == Long.class) {
            return numbers(-1L, 0L);
        }
        if (type.isArray() && !type.getComponentType().isPrimitive()) {
            Object one = Array.newInstance(type.getComponentType(), 1);
            return List.of(
                    new OddValue("none", Array.newInstance(type.getComponentType(), 0)), new OddValue("[null]", one));
        }
        if (type == Collection.class || type == List.class) {
            return List.of(new OddValue("none", List.of()), new OddValue("[null]", Collections.singletonList(null)));
        }
        if (type == Set.class) {
            return List.of(new OddValue("none", Set.of()), new OddValue("[null]", Collections.singleton(null)));
        }
        if (type == Map.class) {
            return List.of(new OddValue("none", Map.of()));
        }
        return type == Properties.class ? List.of(new OddValue("none", new Properties())) : List.of();
    }

    private static List<OddValue> numbers(Object... values) {
        return List.of(values).stream().map(OddValue::shown).toList();
    }

    private static OddValue shown(Object value) {
        return new OddValue(value instanceof String text ? "'" + text + "'" : String.valueOf(value), value);
    }
}
