package org.stoatflow.dsl;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Answer;
import org.stoatflow.operator.AnswerDeserializer;
import org.stoatflow.operator.AnswerJoin;
import org.stoatflow.operator.AnswerSerializer;
import org.stoatflow.operator.ForeignKeySerdes;
import org.stoatflow.operator.ForeignTableJoin;
import org.stoatflow.operator.Subscription;
import org.stoatflow.operator.SubscriptionJoin;
import org.stoatflow.operator.SubscriptionReceiver;
import org.stoatflow.operator.SubscriptionSender;
import org.stoatflow.operator.SubscriptionSerde;
import org.stoatflow.operator.SubscriptionStore;
import org.stoatflow.operator.TableSource;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/**
 * Joins two tables by a foreign key (docs/design/023): the left table's rows subscribe over a hop to rows of the right
 * table, and are answered over another hop.
 */
final class ForeignKeyJoins<K, V, KO, VO> {
    private final GraphBuilder graph;
    private final DslTable<K, V> left;
    private final DslTable<KO, VO> right;
    private final TableJoinedInternals<K, KO> joined;
    private final ForeignKeyNames names;
    private final ForeignKeySerdes<K, KO, V> serdes;

    private ForeignKeyJoins(
            DslTable<K, V> left, DslTable<KO, VO> right, TableJoinedInternals<K, KO> joined, ForeignKeyNames names) {
        this.graph = left.graph();
        this.left = left;
        this.right = right;
        this.joined = joined;
        this.names = names;
        this.serdes = new ForeignKeySerdes<>(
                names.subscriptions().topic(),
                left.origin().keySerde(),
                right.origin().keySerde(),
                left.origin().valueSerde());
    }

    /** @param isLeft whether each row of the left table has a result */
    static <K, V, KO, VO, VR> KTable<K, VR> join(
            DslTable<K, V> left,
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> extractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            boolean isLeft) {
        Objects.requireNonNull(joiner, "joiner cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        DslTable<KO, VO> right = (DslTable<KO, VO>) Objects.requireNonNull(other, "foreignKeyTable cannot be null");
        TableJoinedInternals<K, KO> joined =
                new TableJoinedInternals<>(Objects.requireNonNull(tableJoined, "tableJoined cannot be null"));
        right.supplier().sendOldValues(true);
        left.supplier().sendOldValues(true);
        ForeignKeyNames names =
                ForeignKeyNames.of(new NameChoice(joined.name()), left.graph().names());
        ForeignKeyJoins<K, V, KO, VO> join = new ForeignKeyJoins<>(left, right, joined, names);
        GraphNode answers = join.askAndAnswer(new SubscriptionSender<>(
                extractor, join.serdes, isLeft, left.supplier().versioned()));
        return join.result(answers, joiner, materialized, isLeft);
    }

    /** Adds all that is between the left table and the answers, and returns the source of these. */
    private GraphNode askAndAnswer(SubscriptionSender<K, V, KO> sender) {
        GraphNode send = graph.processor(names.send(), sender, RecordwiseStream.CHANGES_KEYS);
        graph.add(left.node(), send);
        GraphNode subscriptionSink = subscriptionSink();
        graph.add(send, subscriptionSink);
        GraphNode subscriptionSource = source(
                names.subscriptions().source(),
                names.subscriptions().topic(),
                deserializer(right.origin().keySerde()),
                new SubscriptionSerde());
        graph.add(subscriptionSink, subscriptionSource);
        copartition(right.origin().sources(), names.subscriptions().source());

        SubscriptionStore store = subscriptionStore(names.right().store());
        GraphNode receive = graph.processor(
                names.right().receive(), new SubscriptionReceiver<>(store, serdes), RecordwiseStream.CHANGES_KEYS);
        graph.add(subscriptionSource, receive);
        SubscriptionJoin<K, KO, VO> answering =
                new SubscriptionJoin<>(right.supplier().view(), serdes);
        GraphNode answer = graph.processor(
                names.right().answer(), answering, RecordwiseStream.CHANGES_KEYS, array(answering.storesToRead()));
        graph.add(receive, answer);
        GraphNode update = graph.processor(
                names.right().update(),
                new ForeignTableJoin<K, KO, VO>(store, serdes, right.supplier().versioned()),
                RecordwiseStream.CHANGES_KEYS);
        graph.add(right.node(), update);

        GraphNode answerSink = answerSink();
        graph.add(answer, answerSink);
        graph.add(update, answerSink);
        GraphNode answerSource = source(
                names.answers().source(),
                names.answers().topic(),
                deserializer(left.origin().keySerde()),
                new AnswerDeserializer<>(deserializer(right.origin().valueSerde())));
        graph.add(answerSink, answerSource);
        return answerSource;
    }

    /** Without headers whatever the configuration says: no operator reads them. */
    private static SubscriptionStore subscriptionStore(String name) {
        return new SubscriptionStore(
                name,
                new DslStoreBuilder<>(
                        name,
                        null,
                        DslStoreFormat.TIMESTAMPED,
                        (suppliers, format) -> SubscriptionStore.over(
                                suppliers.keyValueStore(new DslKeyValueParams(name, DslStoreFormat.TIMESTAMPED)))));
    }

    private <VR> KTable<K, VR> result(
            GraphNode answers,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            boolean isLeft) {
        Set<String> sources =
                copartition(left.origin().sources(), names.answers().source());
        AnswerJoin<K, V, VO, VR> resolving = new AnswerJoin<>(left.supplier().view(), serdes, joiner, isLeft);
        GraphNode resolve =
                graph.processor(names.resolve(), resolving, DslTable.TRAITS, array(resolving.storesToRead()));
        graph.add(answers, resolve);
        MaterializedInternals<K, VR> internals =
                new MaterializedInternals<>(materialized, graph.names(), Prefixes.FOREIGN_JOIN_OUTPUT);
        internals.orElse(left.origin().keySerde(), null);
        TableSource<K, VR> table = new TableSource<>(internals.store(), internals.queryableName() != null);
        GraphNode result = graph.processor(names.result(), table, DslTable.TRAITS);
        graph.add(resolve, result);
        return new DslTable<>(
                graph,
                result,
                new Origin<>(names.result(), left.origin().keySerde(), internals.valueSerde(), sources),
                table,
                internals.storeName());
    }

    private Set<String> copartition(Set<String> sources, String hop) {
        Set<String> joint = new HashSet<>(sources);
        joint.add(hop);
        graph.copartition(joint);
        return joint;
    }

    private GraphNode subscriptionSink() {
        StreamPartitioner<KO, Void> chosen = joined.otherPartitioner();
        StreamPartitioner<KO, Subscription> partitioner = chosen == null ? null : new OnePartition<>(chosen);
        return sink(
                names.subscriptions().sink(),
                names.subscriptions().topic(),
                serializer(right.origin().keySerde()),
                new SubscriptionSerde(),
                partitioner);
    }

    private GraphNode answerSink() {
        StreamPartitioner<K, Void> chosen = joined.partitioner();
        StreamPartitioner<K, Answer<VO>> partitioner = chosen == null
                ? (topic, key, answer, partitions) -> answer.partition() == Subscription.UNKNOWN
                        ? Optional.empty()
                        : Optional.of(Set.of(answer.partition()))
                : new OnePartition<>(chosen);
        return sink(
                names.answers().sink(),
                names.answers().topic(),
                serializer(left.origin().keySerde()),
                new AnswerSerializer<>(serializer(right.origin().valueSerde())),
                partitioner);
    }

    private static GraphNode sink(
            String name,
            String topic,
            @Nullable Serializer<?> keys,
            Serializer<?> values,
            @Nullable StreamPartitioner<?, ?> partitioner) {
        return new GraphNode(name, (target, parents) -> {
            target.addRepartitionTopic(new RepartitionTopic(topic, -1));
            target.addSink(new SinkNode(name, parents, topic, null, keys, values, partitioner));
        });
    }

    private static GraphNode source(String name, String topic, @Nullable Deserializer<?> keys, Deserializer<?> values) {
        return new GraphNode(
                name,
                (target, parents) -> target.addSource(
                        new SourceNode(name, List.of(topic), null, keys, values, new FailOnInvalidTimestamp(), null)));
    }

    private static String[] array(Set<String> stores) {
        return stores.toArray(String[]::new);
    }

    private static <T> @Nullable Serializer<T> serializer(@Nullable Serde<T> serde) {
        return serde == null ? null : serde.serializer();
    }

    private static <T> @Nullable Deserializer<T> deserializer(@Nullable Serde<T> serde) {
        return serde == null ? null : serde.deserializer();
    }
}
