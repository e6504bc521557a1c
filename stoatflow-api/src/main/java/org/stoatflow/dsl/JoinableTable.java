package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.JoinSide;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.state.KeyValueStore;

/** A table's joins with other tables. */
abstract class JoinableTable<K, V> extends ForeignKeyJoinableTable<K, V> {
    @Override
    public <VO, VR> KTable<K, VR> join(KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return TableJoins.join(JoinSide.INNER, self(), other, joiner, NameChoice.NONE, null);
    }

    @Override
    public <VO, VR> KTable<K, VR> join(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
        return TableJoins.join(JoinSide.INNER, self(), other, joiner, named, null);
    }

    @Override
    public <VO, VR> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return TableJoins.join(JoinSide.INNER, self(), other, joiner, NameChoice.NONE, joined(materialized));
    }

    @Override
    public <VO, VR> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return TableJoins.join(JoinSide.INNER, self(), other, joiner, named, joined(materialized));
    }

    @Override
    public <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return TableJoins.join(JoinSide.LEFT, self(), other, joiner, NameChoice.NONE, null);
    }

    @Override
    public <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
        return TableJoins.join(JoinSide.LEFT, self(), other, joiner, named, null);
    }

    @Override
    public <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return TableJoins.join(JoinSide.LEFT, self(), other, joiner, NameChoice.NONE, joined(materialized));
    }

    @Override
    public <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return TableJoins.join(JoinSide.LEFT, self(), other, joiner, named, joined(materialized));
    }

    @Override
    public <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
        return TableJoins.join(JoinSide.OUTER, self(), other, joiner, NameChoice.NONE, null);
    }

    @Override
    public <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
        return TableJoins.join(JoinSide.OUTER, self(), other, joiner, named, null);
    }

    @Override
    public <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return TableJoins.join(JoinSide.OUTER, self(), other, joiner, NameChoice.NONE, joined(materialized));
    }

    @Override
    public <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return TableJoins.join(JoinSide.OUTER, self(), other, joiner, named, joined(materialized));
    }

    /** How to keep a joined table. Its store has a name in any case. */
    private <VR> MaterializedInternals<K, VR> joined(Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return new MaterializedInternals<>(
                Objects.requireNonNull(materialized, "materialized cannot be null"),
                self().graph().names(),
                Prefixes.TABLE_MERGE);
    }
}
