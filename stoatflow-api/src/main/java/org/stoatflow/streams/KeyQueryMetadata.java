package org.stoatflow.streams;

import java.util.Objects;
import java.util.Set;
import org.stoatflow.streams.state.HostInfo;

/** Which instances have a key of a store. Immutable, as far as the set of hosts is. */
public class KeyQueryMetadata {
    /** Nobody is known to have the key; ask again later. */
    public static final KeyQueryMetadata NOT_AVAILABLE = new KeyQueryMetadata(HostInfo.unavailable(), Set.of(), -1);

    private final HostInfo activeHost;
    private final Set<HostInfo> standbyHosts;
    private final int partition;

    /**
     * Creates it.
     *
     * @param activeHost who works with the store
     * @param standbyHosts who has a copy
     * @param partition the key's partition
     */
    public KeyQueryMetadata(HostInfo activeHost, Set<HostInfo> standbyHosts, int partition) {
        this.activeHost = activeHost;
        this.standbyHosts = standbyHosts;
        this.partition = partition;
    }

    /**
     * Who works with the store.
     *
     * @return the instance's address
     */
    public HostInfo activeHost() {
        return activeHost;
    }

    /**
     * Who has a copy.
     *
     * @return addresses of instances
     */
    public Set<HostInfo> standbyHosts() {
        return standbyHosts;
    }

    /**
     * The key's partition.
     *
     * @return the number; -1 if it is not known
     */
    public int partition() {
        return partition;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof KeyQueryMetadata other
                && partition == other.partition
                && Objects.equals(activeHost, other.activeHost)
                && Objects.equals(standbyHosts, other.standbyHosts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(activeHost, standbyHosts, partition);
    }

    @Override
    public String toString() {
        return "KeyQueryMetadata {activeHost=" + activeHost + ", standbyHosts=" + standbyHosts + ", partition="
                + partition + "}";
    }
}
