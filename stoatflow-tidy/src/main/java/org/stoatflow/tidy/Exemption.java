package org.stoatflow.tidy;

/**
 * What may break a rule for now.
 *
 * @param line where it stands in the list
 * @param limit what may be counted there, at most; just what is counted now
 */
record Exemption(int line, String rule, String place, int limit, String reason) {
    /** Places may leave out the beginning of the package. */
    boolean covers(Finding finding) {
        return finding.isExemptable()
                && rule.equals(finding.rule())
                && (finding.place().equals(place) || finding.place().endsWith("." + place));
    }

    Exemption with(int otherLimit) {
        return new Exemption(line, rule, place, otherLimit, reason);
    }

    /** As it stands in the list. */
    String text() {
        return String.join(" | ", rule, place, String.valueOf(limit), reason);
    }
}
