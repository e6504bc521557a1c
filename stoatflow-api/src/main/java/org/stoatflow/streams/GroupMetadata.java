package org.stoatflow.streams;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.GroupView;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.state.HostInfo;

/**
 * Who has which stores: one instance of the application has all of them, and standbys have copies. Known of others is
 * what they have told the group, which is their {@code application.server}. Any thread.
 */
final class GroupMetadata {
    private static final int NO_PARTITION = -1;

    private final Engine engine;
    private final Optional<HostInfo> here;
    private final Set<String> globals;

    /**
     * @param server {@code application.server} of this instance, or empty
     * @param globals the names of the global stores, which each instance has
     */
    GroupMetadata(Engine engine, String server, Set<String> globals) {
        this.engine = engine;
        this.globals = globals;
        here = Optional.ofNullable(HostInfo.buildFromEndpoint(server));
    }

    /** The owner, and this instance where it is another one; without those that have told no address. */
    Collection<StreamsMetadata> all() {
        return engine.group().map(this::all).orElse(List.of());
    }

    private Collection<StreamsMetadata> all(GroupView group) {
        List<StreamsMetadata> known = new ArrayList<>();
        group.owner().ifPresent(owner -> known.add(new ClientView(owner, stores(group), Set.copyOf(group.sources()))));
        GroupView.Standbys standbys = group.standbys();
        standbys.hosts()
                .forEach(host -> known.add(
                        new ClientView(host, globals, Set.of(), standbys.stores(), Set.copyOf(group.sources()))));
        if (!group.isOwner()) {
            here.filter(host ->
                            known.stream().noneMatch(client -> client.hostInfo().equals(host)))
                    .ifPresent(host -> known.add(new ClientView(host, globals, Set.of())));
        }
        return List.copyOf(known);
    }

    private Set<String> stores(GroupView group) {
        Set<String> stores = new HashSet<>(globals);
        stores.addAll(group.stores().keySet());
        return Set.copyOf(stores);
    }

    Collection<StreamsMetadata> with(String store) {
        Objects.requireNonNull(store, "storeName cannot be null");
        return all().stream()
                .filter(client -> client.stateStoreNames().contains(store)
                        || client.standbyStateStoreNames().contains(store))
                .toList();
    }

    /** Who has a key of a store; null if there is no such store. */
    <K> KeyQueryMetadata of(String store, K key, Headers headers, StreamPartitioner<? super K, ?> partitioner) {
        Objects.requireNonNull(store, "storeName cannot be null");
        Objects.requireNonNull(key, "key cannot be null");
        Optional<GroupView> group = engine.group().filter(known -> known.owner().isPresent());
        if (group.isEmpty()) {
            return KeyQueryMetadata.NOT_AVAILABLE;
        }
        if (globals.contains(store)) {
            return new KeyQueryMetadata(here.or(() -> group.get().owner()).orElseThrow(), Set.of(), NO_PARTITION);
        }
        GroupView.Store place = group.get().stores().get(store);
        return place == null
                ? null
                : new KeyQueryMetadata(
                        group.get().owner().orElseThrow(),
                        group.get().standbys().stores().contains(store)
                                ? group.get().standbys().hosts()
                                : Set.of(),
                        partition(place, key, headers, partitioner));
    }

    private static <K> int partition(
            GroupView.Store place, K key, Headers headers, StreamPartitioner<? super K, ?> partitioner) {
        Optional<Set<Integer>> chosen = partitioner.partitions(place.topic(), key, null, headers, place.partitions());
        if (chosen.isEmpty() || chosen.get().size() != 1) {
            throw new IllegalArgumentException(
                    "The partitioner has to choose one partition for a key that is looked for, and not " + chosen);
        }
        return chosen.get().iterator().next();
    }
}
