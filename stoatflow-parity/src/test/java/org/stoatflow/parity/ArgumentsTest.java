package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.stoatflow.parity.arguments.ArgumentCalls;
import org.stoatflow.parity.program.Difference;

/**
 * Each public method of the programming interface refuses the arguments that Kafka Streams' refuses, with the same type
 * of exception, and names the argument that is null as it does. What messages say beside that is our own.
 */
@Tag("long")
class ArgumentsTest {
    private static final Pattern OUTCOME = Pattern.compile("(\\w+)(?:: (\\w*).*)?", Pattern.DOTALL);

    static final Difference REASON = Difference.NULL_TAKEN;

    /** Calls that differ, for that reason or in what a message says. */
    private static final List<Pattern> APART = Stream.of(
                    // Kafka Streams takes it, and the first record, or build(), fails.
                    "KTable\\.(join|leftJoin)\\(KTable, Function = null, .*",
                    ".*WindowedKStream\\.emitStrategy\\(EmitStrategy = null\\)",
                    "StreamsBuilder\\.addGlobalStore\\(.*, ProcessorSupplier = null\\)",
                    // Kafka Streams names what it makes of the argument: joinName, processorName, name.
                    "KTable\\.(join|leftJoin|outerJoin)\\(KTable, ValueJoiner, Named = null.*",
                    "KTable\\.transformValues\\(ValueTransformerWithKeySupplier, Named = null, String\\[\\]\\)",
                    "KGroupedStream\\.reduce\\(Reducer, Named = null, Materialized\\)",
                    // In Kafka Streams the length of an array refuses bytes that are too few for a window.
                    "(Session|Time)WindowedDeserializer\\.deserialize\\(.*")
            .map(Pattern::compile)
            .toList();

    @Test
    void shouldRefuseWhatKafkaStreamsRefuses() throws ReflectiveOperationException {
        Map<String, String> theirs = theirs();
        Map<String, String> ours = new ArgumentCalls().get();
        assertEquals(String.join("\n", theirs.keySet()), String.join("\n", ours.keySet()));
        StringBuilder table = new StringBuilder();
        List<Pattern> notNeeded = new ArrayList<>(APART);
        theirs.forEach((call, their) -> {
            if (!isSame(their, ours.get(call))) {
                notNeeded.removeIf(apart -> apart.matcher(call).matches());
                if (APART.stream().noneMatch(apart -> apart.matcher(call).matches())) {
                    table.append(call + "\n    " + their + "\n    " + ours.get(call) + "\n");
                }
            }
        });
        assertEquals("", table.toString(), "call, what Kafka Streams says, what we say");
        assertEquals(List.of(), notNeeded, "equal after all");
        assertTrue(theirs.size() > 3000, "there is little to compare: " + theirs.size());
    }

    private static boolean isSame(String theirs, String ours) {
        String[] their = steps(theirs);
        String[] our = steps(ours);
        boolean same = their.length == our.length;
        for (int at = 0; same && at < their.length; at++) {
            same = isSameStep(their[at], our[at]);
        }
        return same;
    }

    /** What the call gave, and what building the topology gave. */
    private static String[] steps(String outcome) {
        return outcome.split(Pattern.quote(ArgumentCalls.BUILD), -1);
    }

    private static boolean isSameStep(String theirs, String ours) {
        Matcher their = OUTCOME.matcher(theirs);
        Matcher our = OUTCOME.matcher(ours);
        if (!their.matches() || !our.matches()) {
            return theirs.equals(ours);
        }
        boolean namesArgument = their.group(1).equals("NullPointerException") && their.group(2) != null;
        return their.group(1).equals(our.group(1))
                && (!namesArgument || their.group(2).equals(our.group(2)));
    }

    @SuppressWarnings("unchecked") // the same class, loaded with Kafka Streams' names
    private static Map<String, String> theirs() throws ReflectiveOperationException {
        String name = ArgumentCalls.class.getName();
        String programs = name.substring(0, name.lastIndexOf('.') + 1);
        return ((Supplier<Map<String, String>>) new RenamingLoader(programs)
                        .loadClass(name)
                        .getConstructor()
                        .newInstance())
                .get();
    }
}
