package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.stoatflow.parity.Place;
import org.stoatflow.parity.VectorLibrary;
import org.stoatflow.parity.VectorLine;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.test.TestRecord;

/** Runs the programs of the vectors. Made by reflection, once for each library. */
public final class VectorRuns implements VectorLibrary {
    @Override
    public Set<String> kinds() {
        return VectorTopologies.kinds();
    }

    @Override
    public Set<String> onlyReadKinds() {
        return VectorTopologies.ONLY_READ.keySet();
    }

    /** The topology of a kind's program. */
    public static Topology topology(String kind, UnaryOperator<String> topics) {
        VectorBuilder builder = new VectorBuilder(topics);
        VectorTopologies.add(kind, builder);
        return builder.built();
    }

    /** No caches but those of kinds that say so, and joins that look for records without a partner at each record. */
    public static Properties config(String kind) {
        String cacheBytes = kind.endsWith(VectorBuilder.CACHED) ? "1000000" : "0";
        Properties config = DriverSetup.config(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
        config.put(VectorTopologies.EMIT_INTERVAL, 0L);
        config.put(StreamsConfig.DSL_STORE_FORMAT_CONFIG, VectorTopologies.format(kind));
        return config;
    }

    @Override
    public List<VectorLine> driven(String kind, List<VectorLine> file) {
        return driven(kind, file, config(kind));
    }

    @Override
    public List<VectorLine> drivenWithTransactionalStores(String kind, List<VectorLine> file) {
        Properties config = config(kind);
        config.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        return driven(kind, file, config);
    }

    private static List<VectorLine> driven(String kind, List<VectorLine> file, Properties config) {
        List<VectorLine> seen = new ArrayList<>();
        try (TopologyTestDriver driver = DriverSetup.driver(topology(kind, name -> name), config)) {
            for (VectorLine line : file) {
                if (line.isInput()) {
                    driver.createInputTopic(line.topic(), new ByteArraySerializer(), new ByteArraySerializer())
                            .pipeInput(new TestRecord<>(line.key(), line.value(), line.headers(), line.timestamp()));
                    seen.add(line);
                    read(driver, seen);
                }
            }
        }
        return seen;
    }

    private static void read(TopologyTestDriver driver, List<VectorLine> seen) {
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            String kind = topic.endsWith("-changelog")
                    ? VectorLine.LOG
                    : topic.equals("out") ? VectorLine.OUT : VectorLine.WIRE;
            driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(record -> seen.add(new VectorLine(
                            kind, topic, record.key(), record.value(), record.timestamp(), record.headers())));
        }
    }

    @Override
    public List<VectorLine> restored(String kind, List<VectorLine> file, Place place) {
        return new VectorRestore(place, kind, file).run();
    }
}
