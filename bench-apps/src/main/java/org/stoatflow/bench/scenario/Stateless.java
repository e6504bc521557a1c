package org.stoatflow.bench.scenario;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/**
 * Drops each tenth record and changes the values of the others.
 *
 * @param rest what each value ends with
 */
record Stateless(String name, int standardRate, int keys, String rest) implements Scenario {
    static final String SENTENCE = " the quick brown fox jumps over the lazy dog and comes back before it is noticed";

    private static final int DROPPED_OF = 10;

    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(topics.name("input"))
                .filter((key, value) -> !value.startsWith("#"))
                .mapValues(value -> value.toUpperCase(Locale.ROOT))
                .to(topics.name("output"));
        return builder.build();
    }

    @Override
    public Input input(long number) {
        return Input.of(number, "key-" + number % keys, (number % DROPPED_OF == 0 ? "#" : "") + number + rest);
    }

    /** How many outputs the first {@code inputs} records cause. */
    static long outputs(long inputs) {
        return inputs - (inputs + DROPPED_OF - 1) / DROPPED_OF;
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        return new Check(inputs);
    }

    private final class Check implements OutputCheck {
        private final long inputs;
        private final String upper = rest.toUpperCase(Locale.ROOT);
        private final BitSet seen = new BitSet();
        private final List<String> wrong = new ArrayList<>();
        private long distinct;
        private long surplus;

        private Check(long inputs) {
            this.inputs = inputs;
        }

        @Override
        public void onOutput(String topic, byte @Nullable [] key, byte @Nullable [] value) {
            String text = Texts.of(value);
            int number = text.endsWith(upper) ? numberBefore(text) : -1;
            if (number < 0 || !Texts.of(key).equals("key-" + number % keys)) {
                tell("key '" + Texts.of(key) + "' came with value '" + text + "'");
            } else if (seen.get(number)) {
                surplus++;
            } else {
                seen.set(number);
                distinct++;
            }
        }

        private int numberBefore(String text) {
            String digits = text.substring(0, text.length() - upper.length());
            return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
        }

        @Override
        public long missing() {
            return Math.max(0, outputs(inputs) - distinct);
        }

        @Override
        public Verdict verdict() {
            for (int number = 0; number < inputs; number++) {
                if (seen.get(number) == (number % DROPPED_OF == 0)) {
                    tell("record " + number + (seen.get(number) ? " came, and must not" : " did not come"));
                }
            }
            if (seen.length() > inputs) {
                tell("record " + (seen.length() - 1) + " came, and was not fed");
            }
            return new Verdict(surplus, List.copyOf(wrong));
        }

        private void tell(String difference) {
            if (wrong.size() < WRONG_MAX) {
                wrong.add(difference);
            }
        }
    }
}
