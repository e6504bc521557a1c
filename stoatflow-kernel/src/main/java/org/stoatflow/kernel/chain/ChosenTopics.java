package org.stoatflow.kernel.chain;

import org.apache.kafka.common.errors.InvalidTopicException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the name that no topic may have, where a sink chooses the topic for each record. The name may be made of the
 * record, and so be anybody's choice: a producer's refusal of it would end the application whatever handlers say, and
 * until then a name of any length would be kept, which nobody counts. Owner: the lane's thread.
 */
final class ChosenTopics {
    private static final int LENGTH_MAX = 249;

    private final String sink;
    private String accepted = ""; // the last one; mostly it is the next one, too

    ChosenTopics(String sink) {
        this.sink = sink;
    }

    /** @throws InvalidTopicException if no topic may have the name; the message has its length, and not the name */
    String required(@Nullable String chosen) {
        if (chosen == null) {
            throw new IllegalArgumentException("The topic name extractor of " + sink + " gave null, and no topic");
        }
        if (!chosen.equals(accepted)) {
            if (!isName(chosen)) {
                throw new InvalidTopicException("The topic name extractor of " + sink + " gave a name of "
                        + chosen.length() + " characters that no topic may have: up to " + LENGTH_MAX
                        + " letters, digits, '.', '_' and '-' make one");
            }
            accepted = chosen;
        }
        return chosen;
    }

    private static boolean isName(String chosen) {
        if (chosen.isEmpty() || chosen.length() > LENGTH_MAX || chosen.equals(".") || chosen.equals("..")) {
            return false;
        }
        for (int i = 0; i < chosen.length(); i++) { // where topics alternate, for each record: so it makes no object
            if (!isInNames(chosen.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInNames(char letter) {
        return letter >= 'a' && letter <= 'z'
                || letter >= 'A' && letter <= 'Z'
                || letter >= '0' && letter <= '9'
                || letter == '.'
                || letter == '_'
                || letter == '-';
    }
}
