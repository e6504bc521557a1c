package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.parity.program.VectorRuns;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.StreamsConfig;

/** There are vectors of each kind of store, in each place that it can have. */
class VectorKindsTest {
    /** What decides how a store's changelog is written and read. */
    private static String kind(StoreDescription store) {
        String place = (store.persistent() ? "" : " in memory") + (store.caching() ? " with a cache" : "");
        return switch (store.settings()) {
            case StoreSettings.KeyValue rows -> keyValue(rows.values(), rows.entriesMax() < Integer.MAX_VALUE) + place;
            case StoreSettings.Window windows -> window(windows.values(), windows.retainDuplicates()) + place;
            case StoreSettings.Session sessions -> session(sessions.withHeaders()) + place;
            case StoreSettings.Versioned versions -> "versions" + place;
            case StoreSettings.Waiting records -> "records that wait for a table" + place;
            case StoreSettings.Buffer updates ->
                "updates that are held back" + (updates.withHeaders() ? ", HEADERS" : "") + place;
            case StoreSettings.Own own -> "wholly the user's"; // nothing of ours writes its changelog
        };
    }

    private static String keyValue(DslStoreFormat values, boolean recent) {
        return (recent ? "recent " : "") + "keys and values, " + values;
    }

    private static String window(DslStoreFormat values, boolean duplicates) {
        return "windows, " + values + (duplicates ? ", duplicates" : "");
    }

    private static String session(boolean headers) {
        return "sessions" + (headers ? ", HEADERS" : "");
    }

    private static Set<String> required() {
        Set<String> required = new TreeSet<>(Set.of(
                "versions",
                "records that wait for a table",
                "updates that are held back in memory",
                "updates that are held back, HEADERS in memory",
                window(DslStoreFormat.PLAIN, true) + " in memory"));
        for (DslStoreFormat values : DslStoreFormat.values()) {
            required.add(keyValue(values, true) + " in memory");
            required.add(window(values, true));
            for (String place : Set.of("", " in memory", " with a cache")) {
                required.add(keyValue(values, false) + place);
                required.add(window(values, false) + place);
                required.add(session(values == DslStoreFormat.HEADERS) + place);
            }
        }
        return required;
    }

    private static Stream<StoreDescription> stores() {
        VectorRuns runs = new VectorRuns();
        return Stream.concat(runs.kinds().stream(), runs.onlyReadKinds().stream())
                .flatMap(kind ->
                        TopologyAccess.logical(VectorRuns.topology(kind, name -> name), config(kind))
                                .stores()
                                .values()
                                .stream())
                .flatMap(store -> store.description().stream());
    }

    private static StreamsConfig config(String kind) {
        Properties config = VectorRuns.config(kind);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nobody:1");
        return new StreamsConfig(config);
    }

    @Test
    void shouldHaveAVectorOfEachKind() {
        Set<String> missing = required();
        missing.removeAll(stores().map(VectorKindsTest::kind).collect(Collectors.toSet()));
        assertEquals(Set.of(), missing);
    }

    @Test
    void shouldKnowEachRecordOfSettings() {
        Set<Class<?>> written =
                stores().map(store -> store.settings().getClass()).collect(Collectors.toSet());
        written.add(StoreSettings.Own.class);
        assertEquals(Set.of(StoreSettings.class.getPermittedSubclasses()), written);
    }
}
