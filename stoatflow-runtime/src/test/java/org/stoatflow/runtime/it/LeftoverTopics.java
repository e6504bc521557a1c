package org.stoatflow.runtime.it;

import java.util.List;
import org.stoatflow.runtime.testkit.Topic;

/** The topics that {@link Regrouped} reads and writes, each of one partition. */
record LeftoverTopics(String words, String clicks, String users, String left, String right, Outputs out) {
    /** The topics that are written. */
    record Outputs(String counted, String joined, String pairs) {}

    static LeftoverTopics create() {
        return new LeftoverTopics(
                Topic.create("words", 1),
                Topic.create("clicks", 1),
                Topic.create("users", 1),
                Topic.create("left", 1),
                Topic.create("right", 1),
                new Outputs(Topic.create("counted", 1), Topic.create("joined", 1), Topic.create("pairs", 1)));
    }

    String counted() {
        return out.counted();
    }

    String joined() {
        return out.joined();
    }

    String pairs() {
        return out.pairs();
    }

    /** The key that a value refers to. */
    static String reference(String value) {
        return value.substring(0, value.indexOf(':'));
    }

    /** The topics whose records come to the gate over a topic between two sub-topologies. */
    List<String> beforeTheGate() {
        return List.of(words, clicks, left);
    }

    List<String> inputs() {
        return List.of(words, clicks, users, left, right);
    }
}
