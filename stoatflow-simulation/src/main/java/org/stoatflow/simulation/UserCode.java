package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The functions in the topologies: they take values apart, report when a record has come through, and fail if the fault
 * plan asks them to.
 */
final class UserCode {
    private static final int BUCKETS = 3;
    private static final int FAN_OUT_EVERY = 64;
    private static final int FAN_OUT_RECORDS = 16;
    private static final int FAN_OUT_VALUES = 40;

    private final IntFunction<InputRecord> inputs;
    private final Runnable onFailure;
    private final Map<Integer, Integer> failuresLeft = new HashMap<>();
    private int nextFailures;
    private @Nullable UserCalls calls; // null where nothing runs

    /** The exception of a function that fails. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(int id) {
            super("the function refuses input " + id);
        }
    }

    /** @param onFailure is run before a function throws */
    UserCode(IntFunction<InputRecord> inputs, Runnable onFailure) {
        this.inputs = inputs;
        this.onFailure = onFailure;
    }

    /** All calls for records of input are told from now on. */
    void watchedBy(UserCalls watch) {
        calls = watch;
    }

    /** Who is told of calls, of what runs. */
    UserCalls calls() {
        return Objects.requireNonNull(calls, "a program that runs");
    }

    /** Makes the next record that a function sees fail this many times. */
    void failNext(int times) {
        nextFailures = times;
    }

    /** No function fails any more. */
    void heal() {
        nextFailures = 0;
        failuresLeft.clear();
        calls().heal();
    }

    /** The words of a line, each as {@code id:index:word}. */
    List<String> words(String line) {
        int colon = line.indexOf(':');
        String id = line.substring(0, colon);
        call("words", Integer.parseInt(id));
        return split(line);
    }

    /** As {@link #words}, but never fails. */
    static List<String> split(String line) {
        int colon = line.indexOf(':');
        String id = line.substring(0, colon);
        List<String> words = new ArrayList<>();
        for (String word : line.substring(colon + 1).split(" ", -1)) {
            words.add(id + ":" + words.size() + ":" + word);
        }
        return words;
    }

    /** Maps many keys to a few. */
    static String bucket(String key) {
        return "b" + Math.floorMod(key.hashCode(), BUCKETS);
    }

    static String word(String wordValue) {
        return wordValue.substring(wordValue.lastIndexOf(':') + 1);
    }

    /** The source partition of the record that a value was made of. */
    int partition(String value) {
        return inputs.apply(Integer.parseInt(value.substring(0, value.indexOf(':'))))
                .partition
                .partition();
    }

    /** How many values {@link #many} makes of a record: a few records in a row become many, after many that do not. */
    static int fanOut(int id) {
        return id % FAN_OUT_EVERY < FAN_OUT_EVERY - FAN_OUT_RECORDS ? 1 : FAN_OUT_VALUES;
    }

    /** The values that a record becomes, each as one word. */
    List<String> many(String line) {
        int id = Integer.parseInt(line.substring(0, line.indexOf(':')));
        call("many", id);
        List<String> values = new ArrayList<>();
        while (values.size() < fanOut(id)) {
            values.add(id + ":" + values.size() + ":");
        }
        return values;
    }

    /** The value of a record that is passed on, as one word. */
    String pass(String line) {
        String id = line.substring(0, line.indexOf(':'));
        call("pass", Integer.parseInt(id));
        return id + ":0:";
    }

    /** Sees a record another time, behind {@link #pass}. */
    void again(int id) {
        failIfAsked(id);
    }

    private void call(String function, int id) {
        UserCalls watch = calls;
        if (watch != null) {
            watch.call(function, inputs.apply(id));
        }
        failIfAsked(id);
    }

    /** Reports that the value has come through the last operator that sees it. */
    String ends(String wordValue) {
        int colon = wordValue.indexOf(':');
        int id = Integer.parseInt(wordValue.substring(0, colon));
        failIfAsked(id);
        int index = Integer.parseInt(wordValue.substring(colon + 1, wordValue.lastIndexOf(':')));
        inputs.apply(id).finished.set(index);
        return Integer.toString(id);
    }

    private void failIfAsked(int id) {
        inputs.apply(id).seen = true;
        if (nextFailures > 0) {
            failuresLeft.put(id, nextFailures);
            nextFailures = 0;
        }
        if (failuresLeft.isEmpty()) {
            return;
        }
        Integer left = failuresLeft.get(id);
        if (left != null) {
            if (left == 1) {
                failuresLeft.remove(id);
            } else {
                failuresLeft.put(id, left - 1);
            }
            onFailure.run();
            throw new Refused(id);
        }
    }
}
