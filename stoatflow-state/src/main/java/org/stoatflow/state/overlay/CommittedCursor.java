package org.stoatflow.state.overlay;

import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.ValueLayout;

/** The committed rows of a scan, taken apart by the store's layout. */
final class CommittedCursor implements RowCursor {
    private final CommittedScan scan;
    private final ValueLayout layout;

    CommittedCursor(CommittedScan scan, ValueLayout layout) {
        this.scan = scan;
        this.layout = layout;
    }

    @Override
    public boolean advance() {
        return scan.next();
    }

    @Override
    public byte[] key() {
        return scan.key();
    }

    @Override
    public byte[] value() {
        return layout.plain(scan.value());
    }

    @Override
    public boolean isTombstone() {
        return false;
    }

    @Override
    public long timestamp() {
        return layout.timestamp(scan.value());
    }

    @Override
    public void close() {
        scan.close();
    }
}
