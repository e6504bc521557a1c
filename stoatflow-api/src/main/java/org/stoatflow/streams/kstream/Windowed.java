package org.stoatflow.streams.kstream;

/**
 * A key in a window: the key of what is aggregated over windows. Immutable. Equal if key and window are; two windows
 * of different classes are never equal.
 *
 * @param <K> the type of the key
 */
public class Windowed<K> {
    private final K key;
    private final Window window;

    /**
     * Joins key and window.
     *
     * @param key the key
     * @param window the window
     */
    public Windowed(K key, Window window) {
        this.key = key;
        this.window = window;
    }

    /**
     * The key.
     *
     * @return the key
     */
    public K key() {
        return key;
    }

    /**
     * The window.
     *
     * @return the window
     */
    public Window window() {
        return window;
    }

    @Override
    public String toString() {
        return "[" + key + "@" + window.start() + "/" + window.end() + "]";
    }

    @Override
    public boolean equals(Object obj) {
        return obj == this || obj instanceof Windowed<?> other && window.equals(other.window) && key.equals(other.key);
    }

    @Override
    public int hashCode() {
        return (int) (((long) window.hashCode() << 32 | key.hashCode()) % 0xFFFFFFFFL);
    }
}
