package org.stoatflow.bench.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A check against outputs that were computed beforehand: each of them has to come as often as expected, or, of a topic
 * that is a table, each key has to end with the expected value.
 */
final class Reference implements OutputCheck {
    /** Keys that begin so are of records that only end what is open; what comes of them is not looked at. */
    static final String CLOSING = "closing";

    /** What an output is, as text that names all of it. */
    interface Reader {
        String text(String topic, byte[] bytes);
    }

    private final Reader values;
    private final Map<String, Table> tables = new HashMap<>();
    private final Map<String, Integer> open = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private long openCount;
    private long surplus;

    /** Expected and last values of a topic's keys. */
    private static final class Table {
        private final Map<String, String> expected = new HashMap<>();
        private final Map<String, String> last = new HashMap<>();
        private long unequal;

        /** Counts a key anew that was or was not as expected before. */
        private void put(Map<String, String> side, String key, @Nullable String value) {
            boolean before = isEqual(key);
            if (value == null) {
                side.remove(key);
            } else {
                side.put(key, value);
            }
            unequal += (before ? 1 : 0) - (isEqual(key) ? 1 : 0);
        }

        private boolean isEqual(String key) {
            String value = expected.get(key);
            return value == null ? !last.containsKey(key) : value.equals(last.get(key));
        }
    }

    /** Of values that are text. */
    Reference() {
        this((topic, bytes) -> Texts.of(bytes));
    }

    Reference(Reader values) {
        this.values = values;
    }

    /** An output that has to come once, or once more. */
    void expect(String topic, String key, String value) {
        open.merge(line(topic, key, value), 1, Integer::sum);
        openCount++;
    }

    /** The value with which a key of a topic has to end; the topic is a table from then on. */
    void expectLast(String topic, String key, String value) {
        Table table = tables.computeIfAbsent(topic, name -> new Table());
        table.put(table.expected, key, value);
    }

    @Override
    public void onOutput(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        String name = Texts.of(key);
        if (name.startsWith(CLOSING)) {
            return;
        }
        String text = value == null ? null : values.text(topic, value);
        Table table = tables.get(topic);
        if (table == null) {
            once(line(topic, name, String.valueOf(text)));
        } else {
            table.put(table.last, name, text);
        }
    }

    private void once(String line) {
        Integer rest = open.get(line);
        if (rest == null) {
            tell(line + " came, and must not");
        } else if (rest == 0) {
            surplus++;
        } else {
            open.put(line, rest - 1);
            openCount--;
        }
    }

    @Override
    public long missing() {
        return openCount
                + tables.values().stream().mapToLong(table -> table.unequal).sum();
    }

    @Override
    public Verdict verdict() {
        open.forEach((line, rest) -> {
            if (rest > 0) {
                tell(line + " did not come");
            }
        });
        tables.forEach((topic, table) -> {
            table.expected.forEach((key, value) -> {
                if (!table.isEqual(key)) {
                    tell(topic + ": " + key + " ends with " + table.last.get(key) + " and must end with " + value);
                }
            });
            table.last.forEach((key, value) -> {
                if (!table.expected.containsKey(key)) {
                    tell(topic + ": " + key + " ends with " + value + " and must not be there");
                }
            });
        });
        return new Verdict(surplus, List.copyOf(wrong));
    }

    private static String line(String topic, String key, String value) {
        return topic + ": " + key + " with " + value;
    }

    private void tell(String difference) {
        if (wrong.size() < WRONG_MAX) {
            wrong.add(difference);
        }
    }
}
