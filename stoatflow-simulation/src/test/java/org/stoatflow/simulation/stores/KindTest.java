package org.stoatflow.simulation.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.DslStoreFormat;

/** Each kind of store that the engine has is compared with a model of it. */
class KindTest {
    /** What a kind's settings say of its rows; what stays open is how long they are kept. */
    private static String rows(StoreSettings settings) {
        return switch (settings) {
            case StoreSettings.KeyValue rows ->
                "key value " + rows.values() + (rows.entriesMax() == StoreSettings.KeyValue.UNLIMITED ? "" : " recent");
            case StoreSettings.Window windows ->
                "window " + windows.values() + (windows.retainDuplicates() ? " duplicates" : "");
            case StoreSettings.Session sessions -> "session" + (sessions.withHeaders() ? " headers" : "");
            case StoreSettings.Versioned versions -> "versioned";
            case StoreSettings.Waiting waiting -> "record buffer";
            case StoreSettings.Buffer buffer -> "update buffer";
            case StoreSettings.Own own -> "user's own"; // of which nothing is known that a model could have
        };
    }

    private static Set<String> all() {
        Stream<String> byFormat = EnumSet.allOf(DslStoreFormat.class).stream()
                .flatMap(format -> Stream.of(
                        new StoreSettings.KeyValue(format, StoreSettings.KeyValue.UNLIMITED),
                        new StoreSettings.KeyValue(format, 1),
                        new StoreSettings.Window(format, 1, 1, 1, false),
                        new StoreSettings.Window(format, 1, 1, 1, true)))
                .map(KindTest::rows);
        Stream<String> others = Stream.of(
                        new StoreSettings.Session(false, 1, 1),
                        new StoreSettings.Session(true, 1, 1),
                        new StoreSettings.Versioned(1, 1),
                        new StoreSettings.Waiting("topic"),
                        new StoreSettings.Buffer())
                .map(KindTest::rows);
        return Stream.concat(byFormat, others).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldCompareEachKindOfRows() {
        assertEquals(
                all(),
                Arrays.stream(Kind.values())
                        .map(kind -> rows(kind.settings()))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void shouldKnowEachRecordOfSettings() {
        Set<Class<?>> compared = Arrays.stream(Kind.values())
                .map(kind -> kind.settings().getClass())
                .collect(Collectors.toSet());
        compared.add(StoreSettings.Own.class);
        assertEquals(Set.of(StoreSettings.class.getPermittedSubclasses()), compared);
    }
}
