package org.stoatflow.dsl;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.internals.KTableImpl;
import org.stoatflow.streams.state.KeyValueStore;

/** A table's joins with other tables by foreign keys. */
abstract class ForeignKeyJoinableTable<K, V> extends KTableImpl<K, Object, V> {
    abstract DslTable<K, V> self();

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return ForeignKeyJoins.join(
                self(),
                other,
                ofValue(foreignKeyExtractor),
                joiner,
                TableJoined.with(null, null),
                Materialized.with(null, null),
                false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return ForeignKeyJoins.join(
                self(),
                other,
                given(foreignKeyExtractor),
                joiner,
                TableJoined.with(null, null),
                Materialized.with(null, null),
                false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined) {
        return ForeignKeyJoins.join(
                self(), other, ofValue(foreignKeyExtractor), joiner, tableJoined, Materialized.with(null, null), false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined) {
        return ForeignKeyJoins.join(
                self(), other, given(foreignKeyExtractor), joiner, tableJoined, Materialized.with(null, null), false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, ofValue(foreignKeyExtractor), joiner, TableJoined.with(null, null), materialized, false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, given(foreignKeyExtractor), joiner, TableJoined.with(null, null), materialized, false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, ofValue(foreignKeyExtractor), joiner, tableJoined, materialized, false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, given(foreignKeyExtractor), joiner, tableJoined, materialized, false);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return ForeignKeyJoins.join(
                self(),
                other,
                ofValue(foreignKeyExtractor),
                joiner,
                TableJoined.with(null, null),
                Materialized.with(null, null),
                true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return ForeignKeyJoins.join(
                self(),
                other,
                given(foreignKeyExtractor),
                joiner,
                TableJoined.with(null, null),
                Materialized.with(null, null),
                true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined) {
        return ForeignKeyJoins.join(
                self(), other, ofValue(foreignKeyExtractor), joiner, tableJoined, Materialized.with(null, null), true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined) {
        return ForeignKeyJoins.join(
                self(), other, given(foreignKeyExtractor), joiner, tableJoined, Materialized.with(null, null), true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, ofValue(foreignKeyExtractor), joiner, TableJoined.with(null, null), materialized, true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, given(foreignKeyExtractor), joiner, TableJoined.with(null, null), materialized, true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(
                self(), other, ofValue(foreignKeyExtractor), joiner, tableJoined, materialized, true);
    }

    @Override
    public <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return ForeignKeyJoins.join(self(), other, given(foreignKeyExtractor), joiner, tableJoined, materialized, true);
    }

    private static <K, V, KO> BiFunction<? super K, ? super V, ? extends KO> ofValue(
            Function<? super V, ? extends KO> extractor) {
        Objects.requireNonNull(extractor, "foreignKeyExtractor cannot be null");
        return (key, value) -> extractor.apply(value);
    }

    private static <T> T given(T extractor) {
        return Objects.requireNonNull(extractor, "foreignKeyExtractor cannot be null");
    }
}
