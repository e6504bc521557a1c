package org.stoatflow.stores;

import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;

/**
 * A built-in session store on disk whose rows have room for headers, as data.
 *
 * @param sessions the store
 */
public record SessionHeadersSupplier(SessionSupplier sessions)
        implements SessionBytesStoreSupplier, HeadersBytesStoreSupplier, BuiltInSupplier {
    /**
     * A store on disk.
     *
     * @param name the store's name
     * @param retention for how long after its end a session is kept
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null or negative
     */
    public static SessionHeadersSupplier persistent(String name, Duration retention) {
        return new SessionHeadersSupplier(
                SessionSupplier.persistent(name, retention).withHeaders());
    }

    @Override
    public InnerStore inner() {
        return sessions.inner();
    }

    @Override
    public String name() {
        return sessions.name();
    }

    @Override
    public SessionStore<Bytes, byte[]> get() {
        return sessions.get();
    }

    @Override
    public String metricsScope() {
        return sessions.metricsScope();
    }

    @Override
    public long segmentIntervalMs() {
        return sessions.segmentIntervalMs();
    }

    @Override
    public long retentionPeriod() {
        return sessions.retentionPeriod();
    }
}
