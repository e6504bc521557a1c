package org.stoatflow.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a query in PromQL asks: its metrics, with the labels that it names. It knows as much of PromQL as ours need. */
final class Query {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    private static final Pattern SELECTOR = Pattern.compile("(?<![\\w.$])(" + NAME + ")\\s*(?:\\{([^}]*)}|(\\())?");
    private static final Pattern MATCHER = Pattern.compile("(" + NAME + ")\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");

    /** Those of PromQL that no parenthesis follows, where labels of an aggregation are cut out behind it. */
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset", "Inf");

    /** Prometheus adds them to what it scrapes. */
    private static final Set<String> OF_SCRAPE = Set.of("instance", "job");

    private final Map<String, List<Condition>> metrics = new LinkedHashMap<>();
    private final Set<String> grouping = new TreeSet<>();

    private record Condition(String label, boolean equal, String value) {}

    static Query of(String text) {
        Query query = new Query();
        Matcher groupings = GROUPING.matcher(RANGE.matcher(text).replaceAll(""));
        StringBuilder rest = new StringBuilder();
        while (groupings.find()) {
            for (String label : groupings.group(1).split(",")) {
                query.grouping.add(label.strip());
            }
            groupings.appendReplacement(rest, " ");
        }
        groupings.appendTail(rest);
        Matcher selectors = SELECTOR.matcher(rest);
        while (selectors.find()) {
            boolean isFunction = selectors.group(3) != null;
            if (!isFunction && !WORDS.contains(selectors.group(1))) {
                query.add(selectors.group(1), selectors.group(2));
            }
        }
        return query;
    }

    private void add(String metric, @Nullable String matchers) {
        List<Condition> conditions = metrics.computeIfAbsent(metric, any -> new ArrayList<>());
        if (matchers != null) {
            MATCHER.matcher(matchers)
                    .results()
                    .forEach(found -> conditions.add(
                            new Condition(found.group(1), found.group(2).startsWith("="), found.group(3))));
        }
    }

    Set<String> metrics() {
        return metrics.keySet();
    }

    /** Whether what it answers can have a label. */
    boolean mayAnswerWith(String label, Scrape scrape) {
        return OF_SCRAPE.contains(label)
                || metrics.keySet().stream()
                        .anyMatch(metric -> scrape.labels(metric).containsKey(label));
    }

    /** What it asks and nobody serves. */
    List<String> unserved(Scrape scrape) {
        List<String> missing = new ArrayList<>();
        if (metrics.isEmpty()) {
            missing.add("no metric");
        }
        metrics.forEach((metric, conditions) -> {
            Map<String, Set<String>> labels = scrape.labels(metric);
            if (!scrape.metrics().contains(metric)) {
                missing.add(metric);
                return;
            }
            grouping.stream()
                    .filter(label -> !OF_SCRAPE.contains(label) && !labels.containsKey(label))
                    .forEach(label -> missing.add(metric + " by " + label));
            conditions.stream()
                    .filter(condition -> !OF_SCRAPE.contains(condition.label()))
                    .forEach(condition -> addUnserved(missing, metric, condition, labels));
        });
        return missing;
    }

    private static void addUnserved(
            List<String> missing, String metric, Condition condition, Map<String, Set<String>> labels) {
        Set<String> values = labels.get(condition.label());
        if (values == null) {
            missing.add(metric + "{" + condition.label() + "}");
        } else if (condition.equal() && !condition.value().startsWith("$")) { // a board's variable may be anything
            for (String value : condition.value().split("\\|")) {
                if (values.stream().noneMatch(Pattern.compile(value).asMatchPredicate())) {
                    missing.add(metric + "{" + condition.label() + "=\"" + value + "\"}");
                }
            }
        }
    }
}
