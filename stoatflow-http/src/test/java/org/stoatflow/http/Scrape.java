package org.stoatflow.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a scrape in Prometheus' text format has: the values of each label, by metric. */
final class Scrape {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();

    static Scrape of(String text) {
        Scrape scrape = new Scrape();
        Matcher sample = SAMPLE.matcher(text);
        while (sample.find()) {
            Map<String, Set<String>> labels = scrape.metrics.computeIfAbsent(sample.group(1), any -> new HashMap<>());
            if (sample.group(2) != null) {
                Matcher label = LABEL.matcher(sample.group(2));
                while (label.find()) {
                    labels.computeIfAbsent(label.group(1), any -> new TreeSet<>())
                            .add(label.group(2));
                }
            }
        }
        return scrape;
    }

    Set<String> metrics() {
        return metrics.keySet();
    }

    /** The values of each label of a metric; none where the metric is not served. */
    Map<String, Set<String>> labels(String metric) {
        return metrics.getOrDefault(metric, Map.of());
    }
}
