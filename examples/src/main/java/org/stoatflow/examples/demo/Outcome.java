package org.stoatflow.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The outcome of a demo, and its text.
 *
 * @param lines that were fed
 * @param words in them
 * @param part the part of the run that the latencies are of
 * @param sides one for each application
 */
record Outcome(long lines, long words, Part part, List<OfSide> sides) {
    /** A part of the run. */
    enum Part {
        ALL("whole run"),
        SECOND_HALF("second half, when the JVMs are warm"),
        UNTIL_THE_KILL("up to the kill");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /**
     * What became of an application after its death.
     *
     * @param seconds from the kill to its first new count
     * @param restored records that it took from its changelog
     * @param inChangelog records that were there at the end, with the broker's own
     */
    record Comeback(double seconds, long restored, long inChangelog) {}

    /**
     * What became of one application.
     *
     * @param latency of the part
     * @param comeback empty where it was not killed
     * @param remark what a reader of its latency has to know
     * @param verdict of its counts
     */
    record OfSide(
            Library library,
            ReaderTotals.Percentiles latency,
            Optional<Comeback> comeback,
            Optional<String> remark,
            Verification.Verdict verdict) {}

    boolean isVerified() {
        return sides.stream().allMatch(side -> side.verdict().isVerified());
    }

    /** What was measured, in lines. */
    List<String> measured() {
        List<String> text = new ArrayList<>();
        String head = "latency from a line's slot to its counts, " + part.words + ":";
        for (OfSide side : sides) {
            ReaderTotals.Percentiles latency = side.latency();
            String figures = "p50 " + Format.ms(latency.p50Ms()) + ", p99 " + Format.ms(latency.p99Ms());
            if (sides.size() == 1) {
                text.add(head + " " + figures);
            } else {
                if (text.isEmpty()) {
                    text.add(head);
                }
                text.add(String.format("  %-14s %s", side.library().title(), figures));
            }
        }
        sides.forEach(side -> side.comeback().ifPresent(back -> text.add(told(side.library(), back))));
        sides.forEach(side -> side.remark().ifPresent(text::add));
        return text;
    }

    private static String told(Library library, Comeback back) {
        return String.format(
                Locale.ROOT,
                "%s counted again %.1f s after kill -9%s. It read %,d records of its changelog, which has about %,d",
                library.title(),
                back.seconds(),
                library.waitsFor(),
                back.restored(),
                back.inChangelog());
    }

    /** Whether the counts of each application are right, in lines. */
    List<String> verdicts(String guarantee) {
        List<String> text = new ArrayList<>();
        for (OfSide side : sides) {
            Verification.Verdict verdict = side.verdict();
            String whose = sides.size() == 1 ? "" : side.library().title() + ": ";
            String amount = whose + Format.count(words) + " words over " + Format.count(lines) + " lines, "
                    + Format.count(verdict.distinct()) + " distinct";
            if (verdict.isVerified()) {
                text.add("verified: " + amount + ", " + guarantee);
            } else {
                text.add("differs: " + amount + ", " + Format.count(verdict.differencesInAll())
                        + " differences, such as");
                verdict.differences().forEach(difference -> text.add("  " + difference));
            }
        }
        return text;
    }
}
