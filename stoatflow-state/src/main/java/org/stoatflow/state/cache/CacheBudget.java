package org.stoatflow.state.cache;

/** The bytes that all caches of one lane may take together. Thread: the lane's. */
public final class CacheBudget {
    private final long bytesMax;
    private long bytes;

    public CacheBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    void add(long change) {
        bytes += change;
    }

    boolean isExceeded() {
        return bytes > bytesMax;
    }
}
