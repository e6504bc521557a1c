package org.stoatflow.parity.program;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/** Supplies stores in memory, and remembers for each application which it was asked for. */
public final class AskedSuppliers implements DslStoreSuppliers {
    private static final Map<String, Set<String>> ASKED = new ConcurrentHashMap<>();

    private final DslStoreSuppliers inMemory = new InMemoryDslStoreSuppliers();
    private Set<String> asked = Set.of();

    static List<String> asked(String application) {
        return List.copyOf(ASKED.getOrDefault(application, Set.of()));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        asked = ASKED.computeIfAbsent(
                String.valueOf(configs.get("application.id")), none -> new ConcurrentSkipListSet<>());
    }

    @Override
    public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
        asked.add(params.name());
        return inMemory.keyValueStore(params);
    }

    @Override
    public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
        asked.add(params.name());
        return inMemory.windowStore(params);
    }

    @Override
    public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
        asked.add(params.name());
        return inMemory.sessionStore(params);
    }
}
