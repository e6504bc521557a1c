package org.stoatflow.kernel.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateEngine;

/**
 * Times of the topics that a lane of one virtual partition reads. They are kept with the state. Stream time is the
 * latest of them. Owner: the lane's thread.
 */
final class TopicTimes {
    private final String[] topics;
    private final String[] names;
    private final long[] times;
    private final long[] kept;
    private int last; // index of the previous record's topic

    TopicTimes(Stage stage, int partition, StateEngine state) {
        topics = stage.entries().stream()
                .flatMap(entry -> topicsOf(entry).stream())
                .toArray(String[]::new);
        names = new String[topics.length];
        times = new long[topics.length];
        for (int i = 0; i < topics.length; i++) {
            names[i] = StoredClocks.ofTopic(topics[i], partition);
            times[i] = StoredClocks.read(state, names[i]);
        }
        kept = times.clone();
    }

    private static List<String> topicsOf(Entry entry) {
        return switch (entry) {
            case Entry.Source source -> source.node().topics();
            case Entry.HopEnd end -> List.of(end.hop().topic());
            case Entry.Flush flush -> List.of();
            case Entry.Timer timer -> List.of();
        };
    }

    long latest() {
        return Arrays.stream(times).max().orElse(StreamTimes.UNKNOWN);
    }

    void advance(String topic, long timestamp) {
        if (!topics[last].equals(topic)) {
            last = indexOf(topic);
        }
        if (timestamp > times[last]) {
            times[last] = timestamp;
        }
    }

    private int indexOf(String topic) {
        for (int i = 0; i < topics.length; i++) {
            if (topics[i].equals(topic)) {
                return i;
            }
        }
        throw new IllegalStateException("topic=" + topic + " is none of the stage's, which are " + List.of(topics));
    }

    /** The times that have risen since the last call. */
    List<StoredClocks.Row> takeRisen() {
        List<StoredClocks.Row> risen = List.of();
        for (int i = 0; i < times.length; i++) {
            if (times[i] > kept[i]) {
                kept[i] = times[i];
                risen = risen.isEmpty() ? new ArrayList<>() : risen;
                risen.add(new StoredClocks.Row(names[i], times[i]));
            }
        }
        return risen;
    }
}
