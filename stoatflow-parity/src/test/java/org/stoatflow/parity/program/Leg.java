package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/** One start of an application: its topology, its settings, the stores that are looked at, and the input. */
final class Leg {
    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    /** Where windows and segments of stores begin; not older than what brokers keep of a window's changelog. */
    private static final long BEGIN = System.currentTimeMillis() / (4 * HOUR_MS) * 4 * HOUR_MS - 2 * HOUR_MS;

    final Function<Scene, Topology> program;
    final Map<String, Object> settings = new TreeMap<>();
    final Map<String, ShownStore> stores = new LinkedHashMap<>();
    final Map<String, Integer> grown = new TreeMap<>();
    private final List<Input> input = new ArrayList<>();

    private record Input(String topic, String key, String value, long timestamp) {}

    private Leg(Function<Scene, Topology> program) {
        this.program = program;
    }

    static Leg dsl(BiConsumer<StreamsBuilder, Scene> program) {
        return new Leg(scene -> {
            StreamsBuilder builder = new StreamsBuilder();
            program.accept(builder, scene);
            return builder.build(scene.config());
        });
    }

    /** The minute of a record's time, as in {@link #fed}. */
    static long minute(long timestamp) {
        return (timestamp - BEGIN) / MINUTE_MS;
    }

    Leg with(String key, Object value) {
        settings.put(key, value);
        return this;
    }

    /** Gives an input more partitions before the start; records go to its first ones as before. */
    Leg growing(String topic, int partitions) {
        grown.put(topic, partitions);
        return this;
    }

    /** Looks at a key-value store. */
    Leg showing(String store) {
        return showing(store, ShownStore.VALUES);
    }

    Leg showing(String store, ShownStore as) {
        stores.put(store, as);
        return this;
    }

    /** Adds records of {@code in}, see {@link #fedTo}. */
    Leg fed(String records) {
        return fedTo("in", records);
    }

    /** @param records each as {@code key=value}, or {@code key=value@minute}, with blanks between them */
    Leg fedTo(String topic, String records) {
        for (String record : records.split(" ")) {
            String[] parts = record.split("[=@]");
            long minute = parts.length > 2 ? Long.parseLong(parts[2]) : 0;
            input.add(new Input(topic, parts[0], parts[1], BEGIN + minute * MINUTE_MS));
        }
        return this;
    }

    /** Topics that get records, which are waited for until they are committed. */
    Set<String> inputs() {
        return input.stream().map(Input::topic).collect(Collectors.toSet());
    }

    /** Writes the input; the records of a key go to one partition. */
    void feed(Scene scene, Map<String, Integer> partitions) {
        for (Input each : input) {
            int partition = each.key.charAt(0) % partitions.get(each.topic);
            scene.send(each.topic, partition, each.timestamp, each.key, each.value);
        }
        scene.flush();
    }
}
