package org.stoatflow.state.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several layers as one: where several layers have a key, the newest layer's row counts, and where that row
 * is a tombstone the key is not shown. A scan has two or three layers, so the cursor looks at each of them for the next
 * key.
 */
final class MergedCursor implements RowCursor {
    private final List<RowCursor> layers;
    private final List<RowCursor> live;
    private final boolean forward;
    private @Nullable RowCursor current;

    /**
     * Merges layers.
     *
     * @param newestFirst the layers, which nobody changes any more, all in the same direction
     * @param forward true for ascending keys
     */
    MergedCursor(List<RowCursor> newestFirst, boolean forward) {
        this.forward = forward;
        layers = newestFirst;
        live = new ArrayList<>(newestFirst);
        try {
            live.removeIf(layer -> !layer.advance());
        } catch (RuntimeException | Error failure) {
            close(); // nobody else has them
            throw failure;
        }
    }

    @Override
    public boolean advance() {
        while (true) {
            if (current != null) {
                step(current.key());
            }
            current = first();
            if (current == null) {
                return false;
            }
            if (!current.isTombstone()) {
                return true;
            }
        }
    }

    private @Nullable RowCursor first() {
        RowCursor first = null;
        for (RowCursor layer : live) {
            if (first == null || compare(layer.key(), first.key()) < 0) {
                first = layer;
            }
        }
        return first;
    }

    private void step(byte[] passed) {
        for (int i = live.size() - 1; i >= 0; i--) {
            RowCursor layer = live.get(i);
            if (Arrays.equals(layer.key(), passed) && !layer.advance()) {
                layer.close();
                live.remove(i);
            }
        }
    }

    private int compare(byte[] left, byte[] right) {
        int ascending = Arrays.compareUnsigned(left, right);
        return forward ? ascending : -ascending;
    }

    @Override
    public byte[] key() {
        return row().key();
    }

    @Override
    public byte @Nullable [] value() {
        return row().value();
    }

    @Override
    public long timestamp() {
        return row().timestamp();
    }

    private RowCursor row() {
        if (current == null) {
            throw new IllegalStateException("The cursor is not at a row");
        }
        return current;
    }

    /** Leaves what the reader writes alone: it may be another thread's. */
    @Override
    public void close() {
        for (RowCursor layer : layers) {
            layer.close();
        }
    }
}
