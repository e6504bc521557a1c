package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.Cluster;
import org.stoatflow.parity.Place;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * What a program is run with, and what is noticed meanwhile. Notes may be taken by any thread; the rest is one
 * thread's.
 */
public final class Scene {
    static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);

    /** Meters of clients that no row looks at cost more than the records of most rows. */
    private static final Map<String, Object> UNWATCHED = Map.of(
            "enable.metrics.push",
            false,
            StreamsConfig.consumerPrefix("metric.reporters"),
            "",
            StreamsConfig.producerPrefix("metric.reporters"),
            "",
            StreamsConfig.adminClientPrefix("metric.reporters"),
            "");

    final Place place;
    final Row row;

    /** Inputs, by the program's name. */
    final Map<String, Integer> inputs = new TreeMap<>();

    final ConcurrentLinkedQueue<Note> notes = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    final Restores restores = new Restores();
    final States states = new States();
    private final List<ProducerRecord<byte[], byte[]>> unsent = new ArrayList<>();

    Scene(Place place, Row row) {
        this.place = place;
        this.row = row;
    }

    /** Something that a function of the program saw. Lines of one key keep their order. */
    record Note(String key, String text) {}

    /** Real name of a topic. */
    public String topic(String name) {
        return place.topic(name);
    }

    public String in() {
        return topic("in");
    }

    public String out() {
        return topic("out");
    }

    /** Creates an input, whose records are waited for. */
    public void create(String name, int partitions) {
        Cluster.create(topic(name), partitions, Map.of());
        inputs.put(name, partitions);
    }

    /** Creates a topic to write to. */
    public void createOutput(String name, int partitions, Map<String, String> settings) {
        Cluster.create(topic(name), partitions, settings);
    }

    /** Adds a record to what {@link #flush} sends. */
    public void send(String topic, int partition, long timestamp, String key, String value, Header... headers) {
        sendBytes(topic, partition, timestamp, bytes(key), bytes(value), headers);
    }

    public void sendBytes(String topic, int partition, long timestamp, byte[] key, byte[] value, Header... headers) {
        unsent.add(new ProducerRecord<>(topic(topic), partition, timestamp, key, value, List.of(headers)));
    }

    public void flush() {
        Cluster.send(unsent);
        unsent.clear();
    }

    /** A file in the folder of the scene. */
    void file(String name) {
        try {
            java.nio.file.Files.writeString(place.folder().resolve(name), "not a folder");
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Something that the program sees; compared in order for each key. */
    public void note(Object key, Object text) {
        notes.add(new Note(String.valueOf(key), String.valueOf(text)));
    }

    /** How often a key was noted. */
    public long noted(String key) {
        return notes.stream().filter(note -> note.key().equals(key)).count();
    }

    /** String serdes, no caches, short intervals; then the row's own. */
    public Properties config() {
        Map<String, Object> all = new TreeMap<>();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, place.applicationId());
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, Cluster.bootstrapServers());
        all.put(StreamsConfig.STATE_DIR_CONFIG, place.folder().toString());
        all.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        all.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        all.put(StreamsConfig.consumerPrefix("fetch.max.wait.ms"), 50); // a close waits for it
        all.put(StreamsConfig.consumerPrefix("metadata.max.age.ms"), 500); // until new repartition topics are seen
        if (row.settings.keySet().stream().noneMatch(key -> key.contains("metric"))) {
            all.putAll(UNWATCHED);
        }
        all.putAll(place.filled(row.settings));
        Properties config = new Properties();
        all.values().removeIf(value -> value == Settings.UNSET);
        config.putAll(all);
        return config;
    }

    /** Feeds, starts, waits until all is committed or the application has ended, and closes. */
    void runToEnd(Function<Scene, Topology> program) {
        feed();
        Topology topology = attempt("build", () -> program.apply(this));
        KafkaStreams app = topology == null ? null : started(topology);
        if (app != null) {
            awaitEnd(app);
            close(app);
        }
    }

    void feed() {
        if (!Cluster.topics(out()).contains(out())) {
            createOutput("out", 2, Map.of());
        }
        row.feed.accept(this);
        flush();
    }

    void awaitEnd(KafkaStreams app) {
        if (row.untilEnded) {
            Cluster.await(() -> app.state().hasCompletedShutdown(), () -> place + " goes on, " + app.state());
        } else {
            awaitCommitted(app);
        }
    }

    /** An application that is not started, with listeners; null if it is refused. */
    public KafkaStreams made(Topology topology) {
        KafkaStreams app = attempt("constructor", () -> new KafkaStreams(topology, config()));
        if (app != null) {
            app.setUncaughtExceptionHandler(error -> {
                errors.add("handler: " + chain(error));
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            app.setStateListener(states);
            app.setGlobalStateRestoreListener(restores);
        }
        return app;
    }

    /** A started application; null if it is refused. */
    public KafkaStreams started(Topology topology) {
        KafkaStreams app = made(topology);
        return app == null
                ? null
                : attempt("start", () -> {
                    app.start();
                    return app;
                });
    }

    /**
     * Waits until all input has been processed and committed, or the application has ended. The internal topics are
     * there where it is running, and the cluster is asked for them once: it lists those of all other scenes too.
     */
    public void awaitCommitted(KafkaStreams app) {
        List<String> topics = inputs.keySet().stream().map(this::topic).toList();
        Supplier<List<String>> own = once(this::ownTopics);
        Cluster.await(
                () -> app.state().hasCompletedShutdown()
                        || app.state() == KafkaStreams.State.RUNNING
                                && isCommitted(topics, 0)
                                && isCommitted(own.get(), 1),
                () -> place + " has not committed all, " + app.state());
    }

    /**
     * Waits until all that went over repartition topics has been processed and committed too, where no transaction
     * leaves markers, or the application has ended.
     */
    void awaitOwnCommitted(KafkaStreams app) {
        Cluster.await(
                () -> app.state().hasCompletedShutdown() || isCommitted(ownTopics(), 0),
                () -> place + " has not committed all of its own topics, " + app.state());
    }

    private static <T> Supplier<T> once(Supplier<T> source) {
        List<T> answers = new ArrayList<>(1);
        return () -> {
            if (answers.isEmpty()) {
                answers.add(source.get());
            }
            return answers.getFirst();
        };
    }

    /** Waits until a key was noted so often, or the application has ended. */
    public void awaitNoted(KafkaStreams app, String key, long times) {
        Cluster.await(
                () -> app.state().hasCompletedShutdown() || noted(key) >= times,
                () -> place + " has noted " + notes + ", " + app.state());
    }

    private List<String> ownTopics() {
        return Cluster.topics(place.applicationId() + "-").stream()
                .filter(name -> name.endsWith("-repartition") || name.endsWith("-topic"))
                .toList();
    }

    /** @param markers offsets at the end that may be a transaction's marker, which nobody commits */
    private boolean isCommitted(List<String> topics, int markers) {
        if (topics.isEmpty()) {
            return true;
        }
        Map<TopicPartition, Long> ends = Cluster.ends(topics);
        Map<TopicPartition, OffsetAndMetadata> committed = Cluster.committed(place.applicationId());
        return ends.entrySet().stream()
                .filter(end -> end.getValue() > 0)
                .allMatch(end -> committed.get(end.getKey()) != null
                        && committed.get(end.getKey()).offset() >= end.getValue() - markers);
    }

    public void close(KafkaStreams app) {
        if (!app.close(CLOSE_LIMIT)) {
            throw new AssertionError(place + " is not closed within " + CLOSE_LIMIT);
        }
    }

    /** Does something that may throw, which is noticed. */
    public <T> T attempt(String where, java.util.concurrent.Callable<T> action) {
        try {
            return action.call();
        } catch (Exception failure) {
            errors.add(where + ": " + chain(failure));
            return null;
        }
    }

    /**
     * Types of an exception and of its causes; how often one is wrapped into another of its own type does not count.
     */
    String chain(Throwable error) {
        List<String> types = new ArrayList<>();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String type = place.plain(cause.getClass().getName());
            if (types.isEmpty() || !types.getLast().equals(type)) {
                types.add(type);
            }
        }
        return String.join(" < ", types);
    }
}
