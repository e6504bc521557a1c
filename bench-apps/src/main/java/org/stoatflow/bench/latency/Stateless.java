package org.stoatflow.bench.latency;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.stoatflow.command.Guarantee;

/** Drops each tenth record and changes the values of the others. */
final class Stateless implements Workload {
    private static final int KEYS = 1_000;
    private static final int DROPPED_OF = 10;
    private static final String REST =
            " the quick brown fox jumps over the lazy dog and comes back before it is noticed";

    @Override
    public String name() {
        return "stateless";
    }

    @Override
    public int standardRate() {
        return 2_000;
    }

    @Override
    public double p50BoundMs(Guarantee guarantee) {
        return guarantee == Guarantee.EXACTLY_ONCE ? 20 : 8;
    }

    @Override
    public Input input(long number) {
        return new Input("key-" + number % KEYS, (number % DROPPED_OF == 0 ? "#" : "") + number + REST);
    }

    @Override
    public long outputs(long inputs) {
        return inputs - (inputs + DROPPED_OF - 1) / DROPPED_OF;
    }

    @Override
    public OutputCheck newCheck() {
        return new Check();
    }

    private static final class Check implements OutputCheck {
        private final String rest = REST.toUpperCase(Locale.ROOT);
        private final BitSet seen = new BitSet();
        private final List<String> wrong = new ArrayList<>();
        private long surplus;

        @Override
        public void onOutput(byte[] key, byte[] value) {
            String text = new String(value, StandardCharsets.UTF_8);
            int number = text.endsWith(rest) ? numberBefore(text) : -1;
            String expectedKey = "key-" + number % KEYS;
            if (number < 0 || !expectedKey.equals(new String(key, StandardCharsets.UTF_8))) {
                tell("key '" + new String(key, StandardCharsets.UTF_8) + "' came with value '" + text + "'");
            } else if (seen.get(number)) {
                surplus++;
            } else {
                seen.set(number);
            }
        }

        private int numberBefore(String text) {
            String digits = text.substring(0, text.length() - rest.length());
            return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
        }

        @Override
        public Verdict verdict(long inputs) {
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
