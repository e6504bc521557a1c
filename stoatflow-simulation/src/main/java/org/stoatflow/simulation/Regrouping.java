package org.stoatflow.simulation;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A table of the last record of each key and partition, grouped anew: each record is a member of a group until the next
 * one takes its place, which may be in another group. Groups are sets, so what comes twice changes nothing.
 */
final class Regrouping {
    static final String ROWS = "rows";
    static final String MEMBERS = "members";
    private static final int GROUPS = 3;

    private Regrouping() {}

    static void build(StreamsBuilder builder, UserCode code) {
        builder.stream("keyed", Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(code::pass)
                .toTable(kept(ROWS).withCachingDisabled()) // a cache may merge what it did not before (design/036)
                .groupBy(
                        (key, value) -> KeyValue.pair("g" + id(value) % GROUPS, value),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (group, value, members) -> changed(members, all -> all.add(Integer.valueOf(code.ends(value)))),
                        (group, value, members) -> changed(members, all -> all.remove(id(value))),
                        kept(MEMBERS))
                .toStream()
                .to(MEMBERS, Produced.with(Serdes.String(), Serdes.String()));
    }

    private static Integer id(String value) {
        return Integer.valueOf(value.substring(0, value.indexOf(':')));
    }

    private static String changed(String members, Consumer<Set<Integer>> change) {
        Set<Integer> all = members(members);
        change.accept(all);
        return String.join(",", all.stream().map(String::valueOf).toList());
    }

    /** The ids of a group's records. */
    static Set<Integer> members(String text) {
        Set<Integer> members = new TreeSet<>();
        for (String id : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
            members.add(Integer.valueOf(id));
        }
        return members;
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept(String name) {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String());
    }
}
