package org.stoatflow.parity.arguments;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyQueryMetadata;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.BranchedKStream;
import org.stoatflow.streams.kstream.CogroupedKStream;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.SessionWindowedCogroupedKStream;
import org.stoatflow.streams.kstream.SessionWindowedDeserializer;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindowedSerializer;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.TimeWindowedCogroupedKStream;
import org.stoatflow.streams.kstream.TimeWindowedDeserializer;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindowedSerializer;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.WindowedSerdes;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.kstream.internals.UnlimitedWindow;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.To;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.assignment.AssignmentConfigs;
import org.stoatflow.streams.processor.assignment.KafkaStreamsAssignment;
import org.stoatflow.streams.processor.assignment.ProcessId;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.MultiVersionedKeyQuery;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.RangeQuery;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.StateQueryResult;
import org.stoatflow.streams.query.TimestampedKeyQuery;
import org.stoatflow.streams.query.TimestampedRangeQuery;
import org.stoatflow.streams.query.VersionedKeyQuery;
import org.stoatflow.streams.query.WindowKeyQuery;
import org.stoatflow.streams.query.WindowRangeQuery;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.HostInfo;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.StateSerdes;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.VersionedRecord;
import org.stoatflow.streams.test.TestRecord;

/** The types whose methods are called, and objects of them. */
final class Receivers {
    private static final Map<Class<?>, Function<Samples, Object>> BY_TYPE = new LinkedHashMap<>();

    static {
        addStreams();
        addSettings();
        addQueries();
        addValues();
        addOthers();
    }

    private Receivers() {}

    static Set<Class<?>> types() {
        return BY_TYPE.keySet();
    }

    static Object of(Class<?> type, Samples samples) {
        Function<Samples, Object> maker = BY_TYPE.get(type);
        if (maker == null) {
            throw new AssertionError("no sample of " + type);
        }
        return maker.apply(samples);
    }

    static void close(Object used) {
        if (used instanceof KafkaStreams streams) {
            streams.close(Duration.ofSeconds(5));
        } else if (used instanceof TopologyTestDriver driver) {
            driver.close();
        }
    }

    private static void addStreams() {
        Duration gap = Duration.ofMinutes(5);
        BY_TYPE.put(StreamsBuilder.class, Samples::usedBuilder);
        ofSamples(KStream.class, KTable.class, KGroupedStream.class, Topology.class);
        BY_TYPE.put(BranchedKStream.class, samples -> samples.stream().split());
        BY_TYPE.put(KGroupedTable.class, samples -> samples.table().groupBy(KeyValue::pair));
        BY_TYPE.put(CogroupedKStream.class, Receivers::cogrouped);
        BY_TYPE.put(
                TimeWindowedCogroupedKStream.class,
                samples -> cogrouped(samples).windowedBy(TimeWindows.ofSizeWithNoGrace(gap)));
        BY_TYPE.put(
                SessionWindowedCogroupedKStream.class,
                samples -> cogrouped(samples).windowedBy(SessionWindows.ofInactivityGapWithNoGrace(gap)));
        BY_TYPE.put(
                TimeWindowedKStream.class,
                samples -> samples.stream().groupByKey().windowedBy(TimeWindows.ofSizeWithNoGrace(gap)));
        BY_TYPE.put(
                SessionWindowedKStream.class,
                samples -> samples.stream().groupByKey().windowedBy(SessionWindows.ofInactivityGapWithNoGrace(gap)));
        BY_TYPE.put(KafkaStreams.class, samples -> new KafkaStreams(Samples.topology(), Samples.config()));
    }

    private static CogroupedKStream<String, String> cogrouped(Samples samples) {
        return samples.stream().groupByKey().cogroup((key, value, all) -> all);
    }

    private static void addSettings() {
        ofSamples(
                StreamsConfig.class,
                TopologyConfig.class,
                AutoOffsetReset.class,
                CloseOptions.class,
                KafkaStreams.CloseOptions.class,
                StoreQueryParameters.class,
                Consumed.class,
                Produced.class,
                Materialized.class,
                Named.class,
                Grouped.class,
                Joined.class,
                StreamJoined.class,
                TableJoined.class,
                Repartitioned.class,
                Branched.class,
                Printed.class,
                Suppressed.class,
                Suppressed.BufferConfig.class,
                Suppressed.StrictBufferConfig.class,
                TimeWindows.class,
                JoinWindows.class,
                SlidingWindows.class,
                SessionWindows.class,
                EmitStrategy.class,
                Windowed.class);
        BY_TYPE.put(UnlimitedWindows.class, samples -> UnlimitedWindows.of());
        BY_TYPE.put(WindowedSerdes.class, samples -> new WindowedSerdes());
        BY_TYPE.put(
                TimeWindowedSerializer.class,
                samples -> new TimeWindowedSerializer<>(Serdes.String().serializer()));
        BY_TYPE.put(
                TimeWindowedDeserializer.class,
                samples -> new TimeWindowedDeserializer<>(Serdes.String().deserializer(), 10L));
        BY_TYPE.put(
                SessionWindowedSerializer.class,
                samples -> new SessionWindowedSerializer<>(Serdes.String().serializer()));
        BY_TYPE.put(
                SessionWindowedDeserializer.class,
                samples -> new SessionWindowedDeserializer<>(Serdes.String().deserializer()));
        BY_TYPE.put(TimeWindow.class, samples -> new TimeWindow(0, 10));
        BY_TYPE.put(SessionWindow.class, samples -> new SessionWindow(0, 10));
        BY_TYPE.put(UnlimitedWindow.class, samples -> new UnlimitedWindow(0));
    }

    private static void addQueries() {
        ofSamples(Position.class, PositionBound.class, StateQueryRequest.class, StoreBuilder.class);
        BY_TYPE.put(StateQueryRequest.InStore.class, samples -> StateQueryRequest.inStore("store"));
        BY_TYPE.put(StateQueryResult.class, samples -> new StateQueryResult<>());
        BY_TYPE.put(QueryResult.class, samples -> QueryResult.forResult("result"));
        BY_TYPE.put(QueryConfig.class, samples -> new QueryConfig(false));
        BY_TYPE.put(KeyQuery.class, samples -> KeyQuery.withKey("key"));
        BY_TYPE.put(TimestampedKeyQuery.class, samples -> TimestampedKeyQuery.withKey("key"));
        BY_TYPE.put(VersionedKeyQuery.class, samples -> VersionedKeyQuery.withKey("key"));
        BY_TYPE.put(MultiVersionedKeyQuery.class, samples -> MultiVersionedKeyQuery.withKey("key"));
        BY_TYPE.put(RangeQuery.class, samples -> RangeQuery.withNoBounds());
        BY_TYPE.put(TimestampedRangeQuery.class, samples -> TimestampedRangeQuery.withNoBounds());
        BY_TYPE.put(WindowKeyQuery.class, samples -> null);
        BY_TYPE.put(WindowRangeQuery.class, samples -> null);
        BY_TYPE.put(QueryableStoreTypes.class, samples -> null);
    }

    private static void addValues() {
        ofSamples(HostInfo.class, TaskId.class, Record.class);
        BY_TYPE.put(Stores.class, samples -> null);
        BY_TYPE.put(StateSerdes.class, samples -> StateSerdes.withBuiltinTypes("topic", String.class, String.class));
        BY_TYPE.put(KeyValue.class, samples -> KeyValue.pair("a", "b"));
        BY_TYPE.put(To.class, samples -> To.all());
        BY_TYPE.put(ValueAndTimestamp.class, samples -> ValueAndTimestamp.make("a", 1));
        BY_TYPE.put(ValueTimestampHeaders.class, samples -> ValueTimestampHeaders.make("a", 1, new RecordHeaders()));
        BY_TYPE.put(AggregationWithHeaders.class, samples -> AggregationWithHeaders.make("a", new RecordHeaders()));
        BY_TYPE.put(VersionedRecord.class, samples -> new VersionedRecord<>("a", 1));
        BY_TYPE.put(DslKeyValueParams.class, samples -> null);
        BY_TYPE.put(DslWindowParams.class, samples -> null);
        BY_TYPE.put(DslSessionParams.class, samples -> null);
        BY_TYPE.put(KeyQueryMetadata.class, samples -> null);
    }

    private static void addOthers() {
        BY_TYPE.put(DeserializationExceptionHandler.Response.class, samples -> null);
        BY_TYPE.put(ProcessingExceptionHandler.Response.class, samples -> null);
        BY_TYPE.put(ProductionExceptionHandler.Response.class, samples -> null);
        BY_TYPE.put(ProcessId.class, samples -> ProcessId.randomProcessId());
        BY_TYPE.put(
                KafkaStreamsAssignment.class,
                samples -> KafkaStreamsAssignment.of(ProcessId.randomProcessId(), Set.of()));
        BY_TYPE.put(
                KafkaStreamsAssignment.AssignedTask.class,
                samples -> new KafkaStreamsAssignment.AssignedTask(
                        new TaskId(0, 0), KafkaStreamsAssignment.AssignedTask.Type.ACTIVE));
        BY_TYPE.put(AssignmentConfigs.class, samples -> null);
        BY_TYPE.put(TopologyTestDriver.class, samples -> new TopologyTestDriver(Samples.topology(), Samples.config()));
        BY_TYPE.put(TestRecord.class, samples -> new TestRecord<>("a", "b"));
    }

    private static void ofSamples(Class<?>... types) {
        for (Class<?> type : types) {
            BY_TYPE.put(type, samples -> samples.of(type));
        }
    }
}
