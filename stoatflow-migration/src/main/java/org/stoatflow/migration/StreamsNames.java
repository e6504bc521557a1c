package org.stoatflow.migration;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names that an application has of Kafka Streams, and ours for them. */
final class StreamsNames {
    static final String THEIRS = "org.apache.kafka.streams";
    static final String OURS = "org.stoatflow.streams";

    /**
     * Packages with a counterpart of ours, as they go on after {@link #THEIRS}. Not all below it: applications may be
     * there too, as Kafka Streams' own examples are.
     */
    static final List<String> PACKAGES = List.of(
            "",
            ".errors",
            ".errors.internals",
            ".kstream",
            ".kstream.internals",
            ".processor",
            ".processor.api",
            ".processor.assignment",
            ".processor.assignment.assignors",
            ".processor.internals",
            ".processor.internals.assignment",
            ".query",
            ".state",
            ".state.internals",
            ".test");

    /** A class's name in a text; what goes before is not part of a longer name. */
    private static final Pattern CLASS_NAME = Pattern.compile("(?<![\\w.$])" + Pattern.quote(THEIRS) + "("
            + PACKAGES.stream().map(Pattern::quote).collect(Collectors.joining("|")) + ")(\\.[A-Z])");

    private StreamsNames() {}

    /** The text with our names for Kafka Streams' classes; the same text where it has none. */
    static String renamed(String text) {
        return CLASS_NAME.matcher(text).replaceAll(StreamsNames::renamedClass);
    }

    private static String renamedClass(MatchResult name) {
        return Matcher.quoteReplacement(OURS + name.group(1) + name.group(2));
    }
}
