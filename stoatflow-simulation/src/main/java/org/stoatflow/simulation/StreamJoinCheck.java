package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Compares the results of a join of streams with the pairs among the committed input, and with the records that have no
 * partner.
 */
final class StreamJoinCheck implements DueCheck {
    private static final long OPEN_MS = StreamJoining.DIFFERENCE_MS + StreamJoining.GRACE_MS;

    private final IntFunction<InputRecord> inputs;
    private final boolean exactlyOnce;
    private final boolean outer;
    private final long patienceMs;
    private final Map<Integer, Long> times = new HashMap<>();
    private final Map<String, List<InputRecord>> committed = new HashMap<>();
    private final Set<String> missingPairs = new TreeSet<>();
    private final Set<Integer> lone = new TreeSet<>();
    private final Set<String> seen = new HashSet<>();

    /**
     * @param outer whether lone records of the right side are results, too
     * @param patienceMs how much later than its window a lone record may come
     */
    StreamJoinCheck(IntFunction<InputRecord> inputs, boolean exactlyOnce, boolean outer, long patienceMs) {
        this.inputs = inputs;
        this.exactlyOnce = exactlyOnce;
        this.outer = outer;
        this.patienceMs = patienceMs;
    }

    /** Where other records forward it, it may wait until one has closed that was open when they last looked. */
    static long patienceMs() {
        return OPEN_MS;
    }

    @Override
    public void onCommitted(String key, InputRecord record) {
        int partition = record.partition.partition();
        times.merge(partition, record.timestamp, Math::max);
        boolean alone = true;
        List<InputRecord> ofKey = committed.computeIfAbsent(partition + " " + key, unknown -> new ArrayList<>());
        for (InputRecord other : ofKey) {
            if (arePartners(record, other)) {
                alone = false;
                lone.remove(other.id);
                expect(pair(record, other));
            }
        }
        ofKey.add(record);
        if (alone && (outer || StreamJoining.isLeft(record.id))) {
            lone.add(record.id);
        }
    }

    private void expect(String pair) {
        if (!seen.contains(pair)) {
            missingPairs.add(pair);
        }
    }

    private static boolean arePartners(InputRecord one, InputRecord other) {
        return StreamJoining.isLeft(one.id) != StreamJoining.isLeft(other.id)
                && Math.abs(one.timestamp - other.timestamp) <= StreamJoining.DIFFERENCE_MS;
    }

    private static String pair(InputRecord one, InputRecord other) {
        return StreamJoining.isLeft(one.id) ? one.id + "+" + other.id : other.id + "+" + one.id;
    }

    @Override
    public void onOutput(String key, String value) {
        int and = value.indexOf('+');
        String left = value.substring(0, and);
        String right = value.substring(and + 1);
        boolean again = !seen.add(value);
        if (left.equals(StreamJoining.NOBODY) || right.equals(StreamJoining.NOBODY)) {
            onLone(value, Integer.parseInt(left.equals(StreamJoining.NOBODY) ? right : left), again);
        } else {
            onPair(value, Integer.parseInt(left), Integer.parseInt(right), again);
        }
    }

    private void onPair(String value, int left, int right, boolean again) {
        InputRecord one = inputs.apply(left);
        InputRecord other = inputs.apply(right);
        boolean expected = missingPairs.remove(value);
        if (!one.partition.equals(other.partition) || !arePartners(one, other)) {
            throw new Violation(Invariant.JOINS_ONCE, value + " are no pair: " + one + " and " + other);
        }
        if (exactlyOnce && (again || !expected)) {
            throw new Violation(
                    Invariant.JOINS_ONCE,
                    "pair " + value + (again ? " comes once more" : " is not of committed input"));
        }
    }

    private void onLone(String value, int id, boolean again) {
        InputRecord record = inputs.apply(id);
        boolean due = lone.contains(id) && isDue(record, 0);
        if (exactlyOnce && (again || !due)) {
            throw new Violation(
                    Invariant.JOINS_ONCE,
                    value + " is joined with nothing, at stream time " + times.get(record.partition.partition()) + ": "
                            + record + (again ? ", once more" : ""));
        }
    }

    private boolean isDue(InputRecord record, long laterMs) {
        return record.timestamp + OPEN_MS + laterMs < times.getOrDefault(record.partition.partition(), -1L);
    }

    @Override
    public boolean isAllOut() {
        return missing().isEmpty();
    }

    @Override
    public String missing() {
        StringBuilder text = new StringBuilder();
        missingPairs.forEach(pair -> text.append(pair).append("; "));
        for (int id : lone) {
            String value = StreamJoining.isLeft(id) ? id + "+" + StreamJoining.NOBODY : StreamJoining.NOBODY + "+" + id;
            if (!seen.contains(value) && isDue(inputs.apply(id), patienceMs)) {
                text.append(value).append("; ");
            }
        }
        return text.toString();
    }
}
