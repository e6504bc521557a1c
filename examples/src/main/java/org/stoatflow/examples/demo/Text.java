package org.stoatflow.examples.demo;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Lines of text without end, the same for the same seed. Word frequencies follow Zipf's law. One thread at a time. */
final class Text {
    private static final int WORDS_MIN = 5;
    private static final int WORDS_MAX = 11;

    private final SplittableRandom random;
    private final List<String> words;
    private final double[] cumulated;

    Text(long seed, List<String> words) {
        this.random = new SplittableRandom(seed);
        this.words = words;
        this.cumulated = cumulated(words.size());
    }

    /** The share of the first, the first two, ... words, where the n-th has weight 1/n. */
    private static double[] cumulated(int size) {
        double[] sums = new double[size];
        double sum = 0;
        for (int rank = 0; rank < size; rank++) {
            sum += 1.0 / (rank + 1);
            sums[rank] = sum;
        }
        for (int rank = 0; rank < size; rank++) {
            sums[rank] /= sum;
        }
        return sums;
    }

    /** The ranks of the next line's words. */
    int[] nextLine() {
        int[] line = new int[random.nextInt(WORDS_MIN, WORDS_MAX + 1)];
        for (int i = 0; i < line.length; i++) {
            line[i] = rankAt(random.nextDouble());
        }
        return line;
    }

    private int rankAt(double share) {
        int found = Arrays.binarySearch(cumulated, share);
        return Math.min(found < 0 ? -found - 1 : found, words.size() - 1);
    }

    /** The line as text, its words separated by one blank. */
    String spelled(int[] line) {
        StringBuilder text = new StringBuilder(line.length * 6);
        for (int rank : line) {
            if (!text.isEmpty()) {
                text.append(' ');
            }
            text.append(words.get(rank));
        }
        return text.toString();
    }
}
