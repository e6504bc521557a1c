package org.stoatflow.state.window;

/**
 * A key and where its window begins.
 *
 * @param key the key
 * @param startMs the window's start, in milliseconds since 1970
 * @param <K> the type of keys
 */
public record WindowStart<K>(K key, long startMs) {}
