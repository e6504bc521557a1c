package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.Between;
import org.stoatflow.parity.BetweenLibrary;
import org.stoatflow.parity.Cluster;
import org.stoatflow.parity.Place;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Produced;

/** A program with all kinds of clients: of sources, of a global table, of restores, of producers. */
public final class BetweenProgram implements BetweenLibrary {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);

    /** Made by name. */
    public BetweenProgram() {}

    @Override
    public App start(Place place, String guarantee, Between between) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, place.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, Cluster.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, place.folder().toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.consumerPrefix("fetch.max.wait.ms"), 50); // a close waits for it
        config.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6_000);
        config.putAll(between.settings());
        KafkaStreams streams = new KafkaStreams(topology(place), config, new Clients(between));
        Started app = new Started(streams);
        streams.start();
        return app;
    }

    private static Topology topology(Place place) {
        StreamsBuilder builder = new StreamsBuilder();
        Consumed<String, String> strings = Consumed.with(Serdes.String(), Serdes.String());
        builder.stream(place.topic(IN), strings)
                .join(builder.globalTable(place.topic(NAMES), strings), (key, number) -> key, (number, name) -> name)
                .groupBy((key, name) -> name, Grouped.with(Serdes.String(), Serdes.String()))
                .count()
                .toStream()
                .mapValues(String::valueOf)
                .to(place.topic(OUT), Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }

    private static final class Started implements App {
        private final KafkaStreams streams;
        private final List<Throwable> errors = new CopyOnWriteArrayList<>();

        private Started(KafkaStreams streams) {
            this.streams = streams;
            streams.setUncaughtExceptionHandler(error -> {
                errors.add(error);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
        }

        @Override
        public String state() {
            return streams.state().name();
        }

        @Override
        public List<Throwable> errors() {
            return errors;
        }

        @Override
        public void close() {
            if (!streams.close(CLOSE_LIMIT)) {
                throw new AssertionError("not closed within " + CLOSE_LIMIT + "; the state is " + streams.state());
            }
        }
    }

    /** Kafka's clients, wrapped. */
    private record Clients(Between between) implements KafkaClientSupplier {
        @Override
        public Admin getAdmin(Map<String, Object> config) {
            return Admin.create(config);
        }

        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            return between.wrap(new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()));
        }

        @Override
        public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
            return between.wrap(new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
        }

        @Override
        public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
            return getConsumer(config);
        }

        @Override
        public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
            return getConsumer(config);
        }
    }
}
