package org.stoatflow.bench.latency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.stoatflow.command.Guarantee;

/** Counts the words of lines; each word of a line gives a new count. */
final class WordCount implements Workload {
    static final int WORDS_IN_LINE = 8;
    private static final int VOCABULARY = 5_000;

    @Override
    public String name() {
        return "word-count";
    }

    @Override
    public int standardRate() {
        return 750;
    }

    @Override
    public double p50BoundMs(Guarantee guarantee) {
        return guarantee == Guarantee.EXACTLY_ONCE ? 30 : 12;
    }

    /** Words near the beginning of the vocabulary come more often: the first of 5,000 is one of 17. */
    @Override
    public Input input(long number) {
        SplittableRandom random = new SplittableRandom(number);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < WORDS_IN_LINE; i++) {
            double place = random.nextDouble();
            line.append(i == 0 ? "" : " ").append("word-").append((int) (VOCABULARY * place * place * place));
        }
        return new Input(null, line.toString());
    }

    @Override
    public long outputs(long inputs) {
        return inputs * WORDS_IN_LINE;
    }

    @Override
    public OutputCheck newCheck() {
        return new Check();
    }

    /** A word's counts must come as 1, 2, 3, …, up to how often it was fed. */
    private final class Check implements OutputCheck {
        private final Map<String, Long> last = new HashMap<>();
        private final List<String> wrong = new ArrayList<>();
        private long surplus;

        @Override
        public void onOutput(byte[] key, byte[] value) {
            String word = new String(key, StandardCharsets.UTF_8);
            long count = ByteBuffer.wrap(value).getLong();
            long before = last.getOrDefault(word, 0L);
            if (count <= before) {
                surplus++;
            } else if (count > before + 1) {
                tell(word + ": count " + count + " came after " + before);
            }
            last.merge(word, count, Math::max);
        }

        @Override
        public Verdict verdict(long inputs) {
            Map<String, Long> fed = new HashMap<>();
            for (long number = 0; number < inputs; number++) {
                for (String word : input(number).value().split(" ")) {
                    fed.merge(word, 1L, Long::sum);
                }
            }
            fed.forEach((word, count) -> {
                long came = last.getOrDefault(word, 0L);
                if (came < count) {
                    tell(word + ": its last count is " + came + " and must be " + count);
                } else {
                    surplus += came - count; // counted more than once
                }
            });
            last.keySet().stream().filter(word -> !fed.containsKey(word)).forEach(word -> tell(word + " was not fed"));
            return new Verdict(surplus, List.copyOf(wrong));
        }

        private void tell(String difference) {
            if (wrong.size() < WRONG_MAX) {
                wrong.add(difference);
            }
        }
    }
}
