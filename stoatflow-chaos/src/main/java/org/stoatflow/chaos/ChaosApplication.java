package org.stoatflow.chaos;

import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/**
 * The application under test.
 *
 * <pre>
 * events ─┬→ ledger (store, punctuators) ─→ told
 *         ├→ calls to a system outside, in a store of the application's own
 *         ├→ padded
 *         └→ hop by group ─→ uncached aggregation ─┬→ counted
 *                                                  └→ hop by district ─→ cached aggregation ─→ districts
 * </pre>
 *
 * <p>{@link SideBranches} has the rest.
 */
final class ChaosApplication {
    static final int TRANSACTION_TIMEOUT_MS = 10_000;
    static final int SESSION_TIMEOUT_MS = 6_000;

    private static final int COMMIT_INTERVAL_MS = 200;
    private static final int RETRIES_MAX = 3;

    /** Longer than a broker is away. The application gives up a producer whose thread is gone a little later. */
    private static final int DELIVERY_TIMEOUT_MS = 40_000;

    /** How soon a new topic of tenants is noticed. */
    private static final int METADATA_AGE_MS = 2_000;

    /** Small, so that the cache overflows now and then. */
    private static final int CACHE_BYTES = 16_384;

    /**
     * Less than the broker takes in {@link Names#PADDED}. A producer takes two minutes to give up a record that the
     * broker refuses as too large, where the record is smaller than the batch size, or where a small record fits into
     * the memory reserved for it.
     */
    private static final int BATCH_BYTES = 16_000;

    private static final int PADDING = 300;
    private static final String PAD = "_";

    private ChaosApplication() {}

    /** @param injected makes records misbehave */
    static Topology topology(InjectedFailure injected) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, Event> events =
                builder.stream(Names.EVENTS, Consumed.with(Serdes.String(), EventSerde.create()));
        events.process(ledger(injected)).to(Names.TOLD, Produced.with(Serdes.String(), Serdes.String()));
        events.process(OutsideCalls.supplier(injected));
        events.filter((account, event) -> event.isPadded())
                .mapValues(ChaosApplication::padded)
                .to(Names.PADDED, Produced.with(Serdes.String(), Serdes.String()));
        KStream<String, String> counted = events.filter((account, event) -> event.kind() != EventKind.TICK)
                .mapValues(event -> {
                    injected.at(
                            InjectedFailure.Place.BEFORE_THE_FIRST_HOP,
                            event.kind(),
                            event.partition(),
                            event.serial());
                    return event;
                })
                .groupBy(
                        (account, event) -> Event.groupKey(event.group()),
                        Grouped.with(Serdes.String(), EventSerde.create()))
                .aggregate(
                        () -> Counting.NONE,
                        (group, event, before) -> count(injected, event, before),
                        ChaosApplication.store(Names.COUNTS_STORE).withCachingDisabled())
                .toStream();
        counted.to(Names.COUNTED, Produced.with(Serdes.String(), Serdes.String()));
        counted.groupBy(
                        (group, counting) ->
                                Event.districtKey(Counting.parse(counting).group()),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> District.NONE,
                        (district, counting, before) -> advance(injected, Counting.parse(counting), before),
                        ChaosApplication.store(Names.DISTRICTS_STORE).withCachingEnabled())
                .toStream()
                .to(Names.DISTRICTS, Produced.with(Serdes.String(), Serdes.String()));
        SideBranches.add(builder);
        return builder.build();
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> store(String name) {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String());
    }

    private static ProcessorSupplier<String, Event, String, String> ledger(InjectedFailure injected) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<String, Event, String, String> get() {
                return new Ledger(injected);
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Set.of(Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(Names.LEDGER_STORE), Serdes.String(), Serdes.String()));
            }
        };
    }

    private static String count(InjectedFailure injected, Event event, String before) {
        String counting = Counting.next(before, event);
        injected.at(InjectedFailure.Place.IN_THE_UNCACHED_AGGREGATION, event.kind(), event.partition(), event.serial());
        return counting;
    }

    private static String advance(InjectedFailure injected, Counting update, String before) {
        injected.at(
                InjectedFailure.Place.IN_THE_CACHED_AGGREGATION, update.kind(), update.partition(), update.serial());
        return District.next(before, update);
    }

    private static String padded(Event event) {
        int size = event.kind() == EventKind.LARGE ? 2 * Names.PADDED_BYTES_MAX : PADDING;
        return event.text() + PAD.repeat(size);
    }

    /** The event's text. */
    static String unpadded(String value) {
        return value.substring(0, value.indexOf(PAD));
    }

    static Properties settings(String bootstrapServers, String guarantee, String stateFolder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, Names.APPLICATION);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
        settings.put(StoatflowConfig.RETRY_ATTEMPTS_MAX.key(), RETRIES_MAX);
        settings.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_TIMEOUT_MS);
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), SESSION_TIMEOUT_MS / 4);
        settings.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.METADATA_MAX_AGE_CONFIG), METADATA_AGE_MS);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
        settings.put(
                StreamsConfig.producerPrefix(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG),
                StrikingInterceptor.class.getName());
        if (guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
            settings.put(
                    StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), TRANSACTION_TIMEOUT_MS);
        } else {
            settings.put(StreamsConfig.producerPrefix(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG), DELIVERY_TIMEOUT_MS);
        }
        settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, Names.DEAD);
        settings.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, LeaveOutUnwanted.class);
        settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, LeaveOutTooLarge.class);
        return settings;
    }
}
