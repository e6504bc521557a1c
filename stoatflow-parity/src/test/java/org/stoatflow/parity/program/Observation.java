package org.stoatflow.parity.program;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.parity.Cluster;
import org.stoatflow.parity.Observed;
import org.stoatflow.parity.Place;

/** Collects what can be seen of a scene once its applications are closed. */
final class Observation {
    private final Scene scene;
    private final Place place;
    private final Observed seen = new Observed();

    Observation(Scene scene) {
        this.scene = scene;
        this.place = scene.place;
    }

    Observed taken() {
        topics();
        commits();
        notes();
        scene.errors.forEach(error -> seen.add("errors", error));
        scene.states.seen().forEach(state -> seen.add("states", state));
        scene.restores.seen().forEach(line -> seen.add("restores", place.plain(line)));
        return seen;
    }

    private void topics() {
        if (!scene.errors.isEmpty()) {
            Cluster.awaitTopicsSoFar(place.applicationId() + "-last");
        }
        List<String> all = Cluster.topics(place);
        List<String> outputs = all.stream()
                .filter(name -> name.startsWith(place.topic("")) && !scene.inputs.containsKey(place.plain(name)))
                .toList();
        List<String> changelogs = all.stream()
                .filter(name -> !name.startsWith(place.topic("")) && name.endsWith("-changelog"))
                .toList();
        List<String> both = new ArrayList<>(outputs);
        both.addAll(changelogs);
        List<ConsumerRecord<byte[], byte[]>> records = Cluster.read(both);
        outputs(records.stream().filter(each -> outputs.contains(each.topic())).toList());
        Map<String, String> last = new TreeMap<>();
        changelogs.forEach(name -> last.put(place.plain(name), "exists"));
        records.stream()
                .filter(each -> changelogs.contains(each.topic()))
                .forEach(each -> last.put(
                        place.plain(each.topic()) + "-" + each.partition() + " " + text(each.key()),
                        HeldRecords.areIn(each.topic()) ? HeldRecords.text(each, place) : body(each)));
        last.forEach((at, value) -> seen.add("changelogs", at + " -> " + value));
    }

    private void outputs(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, List<String>> lines = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> each : records) {
            lines.computeIfAbsent(group(each), unseen -> new ArrayList<>())
                    .add(scene.row.inOrder ? text(each.key()) + "=" + body(each) : body(each));
        }
        lines.forEach((group, all) -> {
            if (group.endsWith(" null")) {
                Collections.sort(all);
            }
            for (int i = 0; i < all.size(); i++) {
                seen.add("outputs", group + " " + i + ": " + all.get(i));
            }
        });
    }

    /** Records whose order counts. The producer chooses the partition of one without a key as it likes. */
    private String group(ConsumerRecord<byte[], byte[]> each) {
        String topic = place.plain(each.topic());
        if (scene.row.inOrder) {
            return topic + "-" + each.partition();
        }
        return each.key() == null ? topic + " null" : topic + "-" + each.partition() + " " + text(each.key());
    }

    private void commits() {
        Map<String, String> lines = new TreeMap<>();
        Cluster.committed(place.applicationId()).forEach((partition, committed) -> {
            String topic = place.plain(partition.topic());
            if (committed != null && scene.inputs.containsKey(topic)) {
                lines.put(
                        topic + "-" + partition.partition(),
                        committed.offset() + ", time " + Cluster.partitionTime(committed));
            }
        });
        lines.forEach((partition, commit) -> seen.add("commits", partition + " at " + commit));
    }

    private void notes() {
        Map<String, List<String>> byKey = new TreeMap<>();
        scene.notes.forEach(note ->
                byKey.computeIfAbsent(note.key(), unseen -> new ArrayList<>()).add(note.text()));
        if (byKey.containsKey("null")) {
            Collections.sort(byKey.get("null")); // from several partitions
        }
        byKey.forEach((key, texts) -> texts.forEach(text -> seen.add("notes", place.plain(key + ": " + text))));
    }

    private String body(ConsumerRecord<byte[], byte[]> each) {
        String headers = StreamSupport.stream(each.headers().spliterator(), false)
                .map(header -> header.key() + "=" + place.plain(text(header.value())))
                .collect(Collectors.joining(" "));
        return place.plain(text(each.value())) + "@" + (each.timestamp() - Feeds.BEGIN)
                + (headers.isEmpty() ? "" : " [" + headers + "]");
    }

    private static String text(byte[] bytes) {
        if (bytes == null) {
            return "null";
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.chars().noneMatch(Character::isISOControl)) {
                return text;
            }
        } catch (CharacterCodingException notText) {
            return HexFormat.of().formatHex(bytes);
        }
        return HexFormat.of().formatHex(bytes);
    }
}
