package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.parity.Cluster;
import org.stoatflow.parity.Place;
import org.stoatflow.runtime.takeover.TakeoverCheck;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** Runs the starts of a row, and says what became of the stores. Owner: the thread of the test. */
final class ChangeRun {
    private final Change change;
    private final Place place;
    private final Map<String, Map<String, String>> before = new HashMap<>(); // rows by store, as last seen
    private final List<String> lines = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();

    ChangeRun(Change change, Place place) {
        this.change = change;
        this.place = place;
    }

    List<String> lines() {
        Cluster.create(place.topic("out"), 1, Map.of());
        change.topics().forEach((topic, partitions) -> Cluster.create(place.topic(topic), partitions, Map.of()));
        int number = 1;
        for (Leg leg : change.legs()) {
            boolean first = number == 1;
            errors.clear();
            if (!first) {
                lines.add("start " + number);
            }
            run(leg, first);
            if (first && !errors.isEmpty()) {
                throw new AssertionError(place + " fails at its first start: " + errors);
            }
            number++;
        }
        return lines;
    }

    private void run(Leg leg, boolean first) {
        Scene scene = scene(leg);
        TopicPartition out = new TopicPartition(scene.out(), 0);
        long outBegin = Cluster.ends(List.of(scene.out())).getOrDefault(out, 0L);
        RestoredStores restored = new RestoredStores();
        leg.grown.forEach((topic, partitions) -> Cluster.grow(scene.topic(topic), partitions));
        if (!first) {
            check(leg.program.apply(scene), scene.config());
        }
        KafkaStreams app = started(scene, leg.program.apply(scene), restored);
        Cluster.await(
                () -> app.state().hasCompletedShutdown() || app.state() == KafkaStreams.State.RUNNING,
                () -> place + " does not run, " + app.state());
        if (app.state() == KafkaStreams.State.RUNNING) {
            leg.stores.forEach((store, shown) -> found(store, shown.rows(app, store), restored, first));
            leg.feed(scene, change.topics());
            scene.awaitCommitted(app);
            if (!leg.settings.containsKey(StreamsConfig.PROCESSING_GUARANTEE_CONFIG)) {
                scene.awaitOwnCommitted(app);
            }
        }
        if (errors.isEmpty()) {
            leg.stores.forEach((store, shown) -> left(store, shown.rows(app, store), first));
        } else {
            errors.forEach(error -> lines.add("  ends with " + error));
        }
        close(app);
        if (!first) {
            output(out, outBegin);
        }
    }

    /** What {@code takeover-check} says before the start; the loader of Kafka Streams' programs does not have it. */
    private void check(Topology topology, Properties config) {
        if (ChangeRun.class.getClassLoader() == TakeoverCheck.class.getClassLoader()) {
            TakeoverCheck.of(topology, new StreamsConfig(config)).findings().stream()
                    .filter(finding -> !isOfAnEmptyPartition(finding.sentence()))
                    .forEach(finding -> {
                        String sentence = plain(finding.sentence()).replaceAll("\\d+ offsets", "N offsets");
                        lines.add("  check " + finding.weight().name().toLowerCase(Locale.ROOT) + " " + sentence);
                    });
        }
    }

    /** Whether a partition without records has a committed offset depends on when its topic was last committed. */
    private static boolean isOfAnEmptyPartition(String sentence) {
        return sentence.contains("no committed offset") && !sentence.contains("[0, 1]");
    }

    private Scene scene(Leg leg) {
        Row row = Row.script(change.name(), unused -> {});
        leg.settings.forEach(row::with);
        Scene scene = new Scene(place, row);
        leg.inputs().forEach(topic -> scene.inputs.put(topic, change.topics().get(topic)));
        return scene;
    }

    private KafkaStreams started(Scene scene, Topology topology, RestoredStores restored) {
        KafkaStreams app = new KafkaStreams(topology, scene.config());
        app.setUncaughtExceptionHandler(error -> {
            errors.add(told(error));
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        app.setGlobalStateRestoreListener(restored);
        try {
            app.start();
        } catch (StreamsException | IllegalStateException refused) {
            errors.add(told(refused));
            close(app);
        }
        return app;
    }

    /** The innermost cause, without what differs from run to run. */
    private String told(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = plain(String.valueOf(cause.getMessage()));
        return cause.getClass().getSimpleName() + ": "
                + message.replaceAll("task is \\d_\\d", "task is N_N").replaceAll("\\.\\d{13}", ".TIME");
    }

    private String plain(String sentence) {
        return place.plain(sentence.replace(place.folder().toString(), "FOLDER"))
                .replace('\n', ' ');
    }

    private void found(String store, Map<String, String> rows, RestoredStores restored, boolean first) {
        Map<String, String> known = before.getOrDefault(store, Map.of());
        if (first) {
            return;
        }
        if (rows.isEmpty()) {
            lines.add("  " + store + " begins empty");
        } else if (withoutTimes(rows).equals(withoutTimes(known))) {
            lines.add("  " + store + " is " + restored.origin(store) + (rows.equals(known) ? "" : ": " + text(rows)));
        } else {
            lines.add("  " + store + " has other rows: " + text(rows));
        }
    }

    private void left(String store, Map<String, String> rows, boolean first) {
        before.put(store, rows);
        if (!first) {
            lines.add("  then " + store + " has " + text(rows));
        }
    }

    private void output(TopicPartition out, long begin) {
        String text = Cluster.read(List.of(out.topic())).stream()
                .filter(record -> record.offset() >= begin)
                .sorted(Comparator.comparing(ChangeRun::key))
                .map(record -> key(record) + "=" + (record.value() == null ? "deleted" : new String(record.value())))
                .collect(Collectors.joining(" "));
        if (!text.isEmpty()) {
            lines.add("  out " + text);
        }
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key());
    }

    private static Map<String, String> withoutTimes(Map<String, String> rows) {
        Map<String, String> values = new TreeMap<>();
        rows.forEach((key, value) -> values.put(key, value.replaceAll("@.*", "")));
        return values;
    }

    private static String text(Map<String, String> rows) {
        return rows.entrySet().stream()
                .map(row -> row.getKey() + "=" + row.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Leaves the group, so that the next start need not wait for the end of a session. */
    private void close(KafkaStreams app) {
        CloseOptions options = CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(Scene.CLOSE_LIMIT);
        if (!app.close(options)) {
            throw new AssertionError(place + " is not closed within " + Scene.CLOSE_LIMIT);
        }
    }
}
