package org.stoatflow.parity.program;

/** Inputs. Timestamps are fixed, so that both libraries see the same. */
final class Feeds {
    static final long BEGIN = 1_700_000_000_000L;
    private static final int RECORDS = 60;

    private Feeds() {}

    /**
     * Two partitions of {@code in}: six keys, some records without one, words for values, times a little out of order.
     * Each key and each word is in one partition only, so that the order of a new key's records is certain too.
     */
    static void plain(Scene scene) {
        fill(scene, "in", Integer.MAX_VALUE);
    }

    /** The same, each ninth record without a value. */
    static void gaps(Scene scene) {
        fill(scene, "in", 9);
    }

    /** Topics {@code in} and {@code more}. */
    static void twoTopics(Scene scene) {
        fill(scene, "in", Integer.MAX_VALUE);
        fill(scene, "more", Integer.MAX_VALUE);
    }

    /** An empty topic {@code in}. */
    static void none(Scene scene) {
        scene.create("in", 2);
    }

    static void fill(Scene scene, String topic, int gap) {
        scene.create(topic, 2);
        for (int i = 0; i < RECORDS; i++) {
            String key = i % 8 >= 6 ? null : "k" + i % 8;
            String value = i % gap == gap - 1 ? null : topic + " w" + i % 6 + " " + i;
            scene.send(topic, i % 2, BEGIN + i * 1000L - (i % 4) * 1500L, key, value);
        }
    }
}
