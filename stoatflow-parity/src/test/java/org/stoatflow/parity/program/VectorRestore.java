package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.parity.Cluster;
import org.stoatflow.parity.Place;
import org.stoatflow.parity.VectorLine;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/** An application that has nothing but changelogs on a broker, and goes on with the input that comes behind. */
final class VectorRestore {
    private static final String DRIVERS = "app-";

    private final Place place;
    private final String kind;
    private final List<VectorLine> file;
    private final Scene scene;

    VectorRestore(Place place, String kind, List<VectorLine> file) {
        this.place = place;
        this.kind = kind;
        this.file = file;
        this.scene = new Scene(
                place,
                Row.script(kind, unused -> {})
                        .with(VectorTopologies.EMIT_INTERVAL, 0L)
                        .with(StreamsConfig.DSL_STORE_FORMAT_CONFIG, VectorTopologies.format(kind)));
    }

    List<VectorLine> run() {
        topics();
        List<VectorLine> inputs = new ArrayList<>();
        List<Long> ends = new ArrayList<>(); // of the output before each input, and behind the last
        KafkaStreams app = scene.started(VectorRuns.topology(kind, scene::topic));
        if (app == null) {
            throw new AssertionError(place + " is refused: " + scene.errors);
        }
        int outputs = 0;
        try (KafkaProducer<byte[], byte[]> producer = Cluster.producer()) {
            for (VectorLine line : behind()) {
                if (line.isInput()) {
                    awaitOutputs(app, outputs);
                    ends.add(outputEnd());
                    Cluster.send(producer, List.of(record(line, scene.topic(line.topic()))));
                    scene.awaitCommitted(app);
                    inputs.add(line);
                } else if (line.kind().equals(VectorLine.OUT)) {
                    outputs++;
                }
            }
        }
        awaitOutputs(app, outputs);
        ends.add(outputEnd());
        scene.close(app);
        if (!scene.errors.isEmpty()) {
            throw new AssertionError(place + " fails: " + scene.errors);
        }
        return seen(inputs, ends);
    }

    /** What the file has from the first input on that comes behind. */
    private List<VectorLine> behind() {
        List<String> kinds = file.stream().map(VectorLine::kind).toList();
        return file.subList(kinds.indexOf(VectorLine.THEN), file.size());
    }

    /** What goes over a repartition topic may be under way when all is committed. */
    private void awaitOutputs(KafkaStreams app, int outputs) {
        Cluster.await(
                () -> app.state().hasCompletedShutdown() || outputEnd() >= outputs,
                () -> place + " writes less than " + outputs + " records");
    }

    private long outputEnd() {
        TopicPartition out = new TopicPartition(scene.out(), 0);
        return Cluster.ends(List.of(out.topic())).getOrDefault(out, 0L);
    }

    /** Inputs, which are empty, the output, and the changelogs of what was put before. */
    private void topics() {
        Set<String> changelogs = new LinkedHashSet<>();
        Set<String> inputs = new LinkedHashSet<>();
        List<ProducerRecord<byte[], byte[]>> logged = new ArrayList<>();
        boolean goesOn = false;
        for (VectorLine line : file) {
            if (line.isInput()) {
                inputs.add(line.topic());
            }
            goesOn |= line.kind().equals(VectorLine.THEN);
            if (line.kind().equals(VectorLine.LOG) && !goesOn) {
                String topic = place.applicationId() + "-" + line.topic().substring(DRIVERS.length());
                changelogs.add(topic);
                logged.add(record(line, topic));
            }
        }
        inputs.forEach(topic -> scene.create(topic, 1));
        scene.createOutput("out", 1, Map.of());
        Cluster.create(List.copyOf(changelogs), 1, Map.of("cleanup.policy", "compact"));
        Cluster.send(logged);
    }

    private static ProducerRecord<byte[], byte[]> record(VectorLine line, String topic) {
        return new ProducerRecord<>(topic, 0, line.timestamp(), line.key(), line.value(), line.headers());
    }

    /** The inputs, each behind what was written before it. */
    private List<VectorLine> seen(List<VectorLine> inputs, List<Long> ends) {
        List<VectorLine> seen = new ArrayList<>();
        int input = 0;
        for (ConsumerRecord<byte[], byte[]> record : Cluster.read(List.of(scene.out()))) {
            while (input < inputs.size() && record.offset() >= ends.get(input)) {
                seen.add(inputs.get(input++));
            }
            if (record.offset() < ends.getLast()) {
                seen.add(new VectorLine(
                        VectorLine.OUT, "out", record.key(), record.value(), record.timestamp(), record.headers()));
            }
        }
        seen.addAll(inputs.subList(input, inputs.size()));
        return seen;
    }
}
