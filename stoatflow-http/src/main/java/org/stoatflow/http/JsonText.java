package org.stoatflow.http;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;

/**
 * Writes records as JSON: an object with the components' names. Lengths of time are numbers of seconds, and their names
 * end with {@code Seconds}; points of time are texts.
 */
final class JsonText {
    private static final double NS_PER_SECOND = 1e9;
    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    static String of(Object value) {
        JsonText json = new JsonText();
        json.write(value);
        return json.text.toString();
    }

    private void write(@Nullable Object value) {
        switch (value) {
            case null -> text.append("null");
            case Double number when !Double.isFinite(number) -> text.append("null");
            case Number number -> text.append(number);
            case Boolean flag -> text.append(flag);
            case Duration time -> text.append(TimeSpans.nanos(time) / NS_PER_SECOND);
            case Map<?, ?> map ->
                members('{', '}', map.entrySet(), entry -> member(String.valueOf(entry.getKey()), entry.getValue()));
            case Collection<?> list -> members('[', ']', list, this::write);
            case Record structure -> write(structure);
            case String content -> quote(content);
            case Enum<?> constant -> quote(constant.name());
            case Instant moment -> quote(moment.toString());
            case Object other -> throw new IllegalArgumentException("no JSON for " + other.getClass());
        }
    }

    private void write(Record structure) {
        members(
                '{',
                '}',
                List.of(structure.getClass().getRecordComponents()),
                component -> member(
                        component.getType() == Duration.class ? component.getName() + "Seconds" : component.getName(),
                        value(structure, component)));
    }

    private static @Nullable Object value(Record structure, RecordComponent component) {
        try {
            return component.getAccessor().invoke(structure);
        } catch (ReflectiveOperationException notPublic) {
            throw new IllegalStateException(component + " of " + structure.getClass() + " is not public", notPublic);
        }
    }

    private <T> void members(char begin, char end, Collection<T> members, Consumer<T> writer) {
        text.append(begin);
        for (Iterator<T> each = members.iterator(); each.hasNext(); ) {
            writer.accept(each.next());
            if (each.hasNext()) {
                text.append(',');
            }
        }
        text.append(end);
    }

    private void member(String name, @Nullable Object value) {
        quote(name);
        text.append(':');
        write(value);
    }

    private void quote(String content) {
        text.append('"');
        for (int i = 0; i < content.length(); i++) {
            char next = content.charAt(i);
            switch (next) {
                case '"', '\\' -> text.append('\\').append(next);
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    if (next < FIRST_PRINTABLE || Character.isSurrogate(next)) { // a lone surrogate is no UTF-8
                        text.append("\\u")
                                .append(Integer.toHexString(next | 0x10000).substring(1));
                    } else {
                        text.append(next);
                    }
                }
            }
        }
        text.append('"');
    }
}
