package org.stoatflow.bench.scenario;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Counts the words of lines; each word of a line gives a new count. */
public record WordCount(String name, int standardRate, int vocabulary, int wordsInLine) implements Scenario {
    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(topics.name("input"))
                .flatMapValues(line -> List.of(line.split(" ")))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .to(topics.name("output"), Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    /** Words near the beginning of the vocabulary come more often: the first of 5,000 is one of 17. */
    @Override
    public Input input(long number) {
        SplittableRandom random = new SplittableRandom(number);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < wordsInLine; i++) {
            double place = random.nextDouble();
            line.append(i == 0 ? "" : " ").append("word-").append((int) (vocabulary * place * place * place));
        }
        return Input.of(number, null, line.toString());
    }

    /** How many outputs the first {@code inputs} records cause. */
    public long outputs(long inputs) {
        return inputs * wordsInLine;
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        return new Check(inputs);
    }

    /** A word's counts must come as 1, 2, 3, …, up to how often it was fed. */
    private final class Check implements OutputCheck {
        private final long inputs;
        private final Map<String, Long> last = new HashMap<>();
        private final List<String> wrong = new ArrayList<>();
        private long counted;
        private long surplus;

        private Check(long inputs) {
            this.inputs = inputs;
        }

        @Override
        public void onOutput(String topic, byte @Nullable [] key, byte @Nullable [] value) {
            String word = Texts.of(key);
            if (value == null || value.length != Long.BYTES) {
                tell(word + ": its count is " + Texts.of(value));
                return;
            }
            long count = ByteBuffer.wrap(value).getLong();
            long before = last.getOrDefault(word, 0L);
            if (count <= before) {
                surplus++;
                return;
            }
            if (count > before + 1) {
                tell(word + ": count " + count + " came after " + before);
            }
            counted += count - before;
            last.put(word, count);
        }

        @Override
        public long missing() {
            return Math.max(0, outputs(inputs) - counted);
        }

        @Override
        public Verdict verdict() {
            Map<String, Long> fed = new HashMap<>();
            for (long number = 0; number < inputs; number++) {
                for (String word : input(number).text().split(" ")) {
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
