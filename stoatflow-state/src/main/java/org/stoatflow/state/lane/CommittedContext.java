package org.stoatflow.state.lane;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.store.StoreContext;

/**
 * Who reads what is committed: there is no record in process. It remembers nothing, since threads may share a view.
 *
 * @param partition the virtual partition that is read
 */
record CommittedContext(int partition) implements StoreContext {
    @Override
    public long timestamp() {
        return -1;
    }

    @Override
    public Headers headers() {
        return new RecordHeaders();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    /** The state engine refuses use after its close by itself. */
    @Override
    public void requireOpen(String store) {}

    @Override
    public void onKey(String store, Object key, byte[] bytes) {}

    @Override
    public void onOpenScan(String store) {}

    @Override
    public void onExpired(String store) {}

    @Override
    public byte @Nullable [] memo(Object key) {
        return null;
    }

    @Override
    public void memo(Object key, byte[] bytes) {}

    @Override
    public void valueMemo(Object value, byte[] bytes, Class<?> serializer) {}
}
