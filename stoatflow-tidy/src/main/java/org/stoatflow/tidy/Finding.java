package org.stoatflow.tidy;

/**
 * Something that breaks a rule.
 *
 * @param rule the rule's name, as in the list of exemptions
 * @param place what breaks it, as the list of exemptions names it: {@code org.stoatflow.kernel.lane.Lane#step}
 * @param at file and line
 * @param measured what was counted, or {@link #NOT_TO_BE_EXEMPTED}
 * @param problem what is wrong, and what to do about it
 */
record Finding(String rule, String place, String at, int measured, String problem) {
    static final int NOT_TO_BE_EXEMPTED = 0;

    boolean isExemptable() {
        return measured != NOT_TO_BE_EXEMPTED;
    }
}
