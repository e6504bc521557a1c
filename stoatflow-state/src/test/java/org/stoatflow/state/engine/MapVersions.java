package org.stoatflow.state.engine;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.VersionedBytesStore;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/** What a user's versioned store of bytes does, in a map, with a callback that must not be called. */
final class MapVersions implements InvocationHandler {
    final NavigableMap<String, String> versions = new TreeMap<>(); // "key@time" to value
    boolean open;
    int commits;
    boolean persistent;

    static VersionedBytesStoreSupplier supplier(String name, boolean persistent, List<MapVersions> made) {
        return new VersionedBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                MapVersions store = new MapVersions();
                store.persistent = persistent;
                made.add(store);
                return (VersionedBytesStore) Proxy.newProxyInstance(
                        MapVersions.class.getClassLoader(), new Class<?>[] {VersionedBytesStore.class}, store);
            }

            @Override
            public String metricsScope() {
                return "map";
            }

            @Override
            public long historyRetentionMs() {
                return 1_000;
            }
        };
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] given) {
        String call = method.getName() + (given == null ? 0 : given.length);
        return switch (call) {
            case "init2" -> {
                StateRestoreCallback callback = (key, value) -> {
                    throw new AssertionError("a callback is not told of times");
                };
                ((StateStoreContext) given[0]).register((VersionedBytesStore) proxy, callback);
                open = true;
                yield null;
            }
            case "persistent0" -> persistent;
            case "commit1" -> {
                commits++;
                yield null;
            }
            case "close0" -> {
                open = false;
                yield null;
            }
            case "put3" -> put((Bytes) given[0], (byte[]) given[1], (long) given[2]);
            case "get1" -> get((Bytes) given[0], Long.MAX_VALUE);
            case "get2" -> get((Bytes) given[0], (long) given[1]);
            case "delete2" -> {
                byte[] before = get((Bytes) given[0], (long) given[1]);
                put((Bytes) given[0], null, (long) given[1]);
                yield before;
            }
            default -> throw new AssertionError("called " + method);
        };
    }

    private static String row(Bytes key, long timeMs) {
        return new String(key.get()) + "@" + String.format("%019d", timeMs);
    }

    private long put(Bytes key, byte[] value, long timeMs) {
        versions.put(row(key, timeMs), value == null ? "" : new String(value));
        return VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
    }

    private byte[] get(Bytes key, long timeMs) {
        Map.Entry<String, String> found = versions.floorEntry(row(key, timeMs));
        if (found == null
                || !found.getKey().startsWith(new String(key.get()) + "@")
                || found.getValue().isEmpty()) {
            return null;
        }
        byte[] value = found.getValue().getBytes();
        return ByteBuffer.allocate(Long.BYTES + value.length)
                .putLong(Long.parseLong(found.getKey().substring(key.get().length + 1)))
                .put(value)
                .array();
    }

    /** As {@code key@time=value}, with short times. */
    List<String> all() {
        Map<String, String> all = new HashMap<>(versions);
        return all.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(row -> row.getKey().replaceFirst("@0+", "@") + "=" + row.getValue())
                .toList();
    }
}
