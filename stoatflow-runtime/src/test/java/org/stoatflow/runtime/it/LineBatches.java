package org.stoatflow.runtime.it;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.stoatflow.runtime.testkit.Feed;

/** Feeds lines of random words, so many at a time, and knows how often each word was fed. */
final class LineBatches {
    private static final int WORDS_A_LINE = 4;
    private static final int WORDS = 60;

    private final String topic;
    private final Random random;
    private final Map<String, Long> fed = new HashMap<>();
    private int line;

    LineBatches(String topic, long seed) {
        this.topic = topic;
        this.random = new Random(seed);
    }

    /** Returns when the lines are acknowledged. */
    void feed(int lines) {
        try (Feed feed = new Feed()) {
            for (int i = 0; i < lines; i++) {
                feed.send(topic, "line-" + line, next());
                line++;
            }
        }
    }

    private String next() {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < WORDS_A_LINE; i++) {
            String word = "w" + random.nextInt(WORDS);
            fed.merge(word, 1L, Long::sum);
            words.append(i == 0 ? "" : " ").append(word);
        }
        return words.toString();
    }

    /** How often each word was fed. */
    Map<String, Long> fed() {
        return fed;
    }
}
