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
    private final Map<String, String> lines = new HashMap<>();
    private int line;

    LineBatches(String topic, long seed) {
        this.topic = topic;
        this.random = new Random(seed);
    }

    /** Returns when the lines are acknowledged. */
    void feed(int more) {
        try (Feed feed = new Feed()) {
            for (int i = 0; i < more; i++) {
                String key = "line-" + line;
                lines.put(key, next());
                feed.send(topic, key, lines.get(key));
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

    /** Each line, by its key. */
    Map<String, String> lines() {
        return lines;
    }

    /** How often each word was fed. */
    Map<String, Long> fed() {
        return fed;
    }
}
