package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares closed windows with the windows that the committed input makes due. */
final class WindowCheck implements DueCheck {
    private final boolean exactlyOnce;
    private final Map<String, Window> windows = new TreeMap<>();
    private final Map<Integer, Long> times = new HashMap<>();
    private final Set<String> early = new HashSet<>();

    private static final class Window {
        private final int partition;
        private final long endMs;
        private long expected;
        private boolean closed;

        Window(int partition, long endMs) {
            this.partition = partition;
            this.endMs = endMs;
        }
    }

    WindowCheck(boolean exactlyOnce) {
        this.exactlyOnce = exactlyOnce;
    }

    @Override
    public void onCommitted(String key, InputRecord record) {
        int partition = record.partition.partition();
        times.merge(partition, record.timestamp, Math::max);
        long start = WindowCounting.start(record.timestamp);
        String name = name(key, partition, start);
        Window window = windows.computeIfAbsent(name, unknown -> new Window(partition, start + WindowCounting.SIZE_MS));
        window.expected++;
        window.closed |= early.contains(name);
    }

    private static String name(String key, int partition, long start) {
        return key + " " + partition + "/" + start;
    }

    @Override
    public void onOutput(String key, String value) {
        int colon = value.indexOf(':');
        String name = key + " " + value.substring(0, colon);
        Window window = windows.get(name);
        if (window == null) {
            if (exactlyOnce) {
                throw new Violation(
                        Invariant.OUTPUT_HAS_COMMITTED_INPUT,
                        "window " + name + " is closed and has no committed input");
            }
            early.add(name); // the window's input is committed later
            return;
        }
        long count = Long.parseLong(value.substring(colon + 1));
        if (exactlyOnce && (window.closed || count != window.expected || !isDue(window))) {
            throw new Violation(
                    Invariant.WINDOW_CLOSES_ONCE,
                    "window " + name + " is closed with " + count + " records of " + window.expected
                            + ", at stream time " + times.get(window.partition) + (window.closed ? ", once more" : ""));
        }
        window.closed = true;
    }

    private boolean isDue(Window window) {
        return window.endMs <= times.getOrDefault(window.partition, -1L);
    }

    @Override
    public boolean isAllOut() {
        return windows.values().stream().allMatch(window -> window.closed || !isDue(window));
    }

    @Override
    public String missing() {
        StringBuilder text = new StringBuilder();
        windows.forEach((name, window) -> {
            if (!window.closed && isDue(window)) {
                text.append(name).append("; ");
            }
        });
        return text.toString();
    }
}
