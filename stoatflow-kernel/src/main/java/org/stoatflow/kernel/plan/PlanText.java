package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.SourceNode;

/** Describes a plan in words: as a whole, or in a line for each stage. */
public final class PlanText {
    private final Plan plan;

    private PlanText(Plan plan) {
        this.plan = plan;
    }

    /** The text of {@code explain}: stages with affinity and reason, lanes, entries and stores; then hops. */
    public static String of(Plan plan) {
        return new PlanText(plan).whole();
    }

    /** A line for each stage, for the log. */
    public static List<String> lines(Plan plan) {
        return plan.stages().stream()
                .filter(stage -> !stage.nodes().isEmpty())
                .map(new PlanText(plan)::line)
                .toList();
    }

    private String whole() {
        StringBuilder text = new StringBuilder();
        text.append("Application ").append(plan.applicationId()).append(": ");
        List<Entry.HopEnd> hops = plan.hopEnds();
        text.append(String.join(
                ", ",
                count(plan.stages().size(), "stage", "stages"),
                count(plan.lanes(), "lane", "lanes"),
                count(plan.entries().size(), "entry", "entries"),
                count(plan.stores().size(), "store", "stores"),
                count(hops.size(), "hop", "hops")));
        text.append('\n');
        for (Stage stage : plan.stages()) {
            text.append('\n');
            append(text, stage);
        }
        if (!hops.isEmpty()) {
            text.append('\n');
            hops.forEach(hop -> append(text, hop));
        }
        if (!plan.warnings().isEmpty()) {
            text.append('\n');
            plan.warnings()
                    .forEach(warning -> text.append("Warning: ").append(warning).append('\n'));
        }
        return text.toString();
    }

    private void append(StringBuilder text, Stage stage) {
        text.append("Stage ").append(stage.id()).append('\n');
        if (stage.nodes().isEmpty()) {
            row(text, "lanes", "none, since the number is that of a global store");
            return;
        }
        row(
                text,
                "affinity",
                stage.routing().affinity() + ": " + stage.routing().reason());
        row(text, "partitions", String.valueOf(stage.partitions()));
        row(text, "lanes", lanes(stage));
        for (Entry entry : stage.entries()) {
            row(text, "entry " + entry.id(), entry(entry) + after(entry));
        }
        for (StorePlan store : stage.stores()) {
            row(text, "store", store(store));
        }
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append(String.format("  %-11s %s\n", name, value));
    }

    private static String lanes(Stage stage) {
        String text =
                stage.lanes() + " (" + stage.firstLane() + " to " + (stage.firstLane() + stage.lanes() - 1) + "), ";
        if (!stage.isByKey()) {
            return text + "one for each virtual partition";
        }
        return text + "by the hash of the key bytes"
                + (stage.routing().comparesKeys() ? "; they compare them with those that stores write" : "");
    }

    private static String entry(Entry entry) {
        return switch (entry) {
            case Entry.Source source -> "source " + source.name() + ", of " + topics(source.node());
            case Entry.HopEnd end -> "hop " + end.name() + ", of " + end.hop().topic();
            case Entry.Flush flush -> "flush of " + flush.name();
            case Entry.Timer timer -> "timer, for punctuators";
        };
    }

    private static String topics(SourceNode node) {
        return node.pattern() != null
                ? "topics that match " + node.pattern()
                : (node.topics().size() == 1 ? "topic " : "topics ") + String.join(", ", node.topics());
    }

    private String after(Entry entry) {
        List<String> upstream = upstream(entry).stream()
                .map(feeder -> String.valueOf(feeder.id()))
                .toList();
        if (upstream.isEmpty()) {
            return "";
        }
        return (upstream.size() == 1 ? ", after entry " : ", after entries ") + String.join(", ", upstream);
    }

    private List<Entry> upstream(Entry entry) {
        return plan.entries().stream()
                .filter(feeder -> plan.graph().isUpstream(feeder.id(), entry.id()))
                .toList();
    }

    private static String store(StorePlan store) {
        StoreDescription description = store.description();
        List<String> words = new ArrayList<>();
        words.add(description.settings().kind());
        words.add(description.persistent() ? "persistent" : "in memory");
        words.add(count(store.partitions(), "partition", "partitions"));
        words.add(description.caching() ? "cached" : "not cached");
        if (store.changelogTopic() != null) {
            words.add("changelog " + store.changelogTopic());
        } else {
            words.add(store.sourceTopic() == null ? "not logged" : "restored from " + store.sourceTopic());
        }
        return store.name() + ": " + String.join(", ", words);
    }

    private void append(StringBuilder text, Entry.HopEnd end) {
        Hop hop = end.hop();
        String from = upstream(end).stream().map(Entry::stage).collect(Collectors.toCollection(TreeSet::new)).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        text.append("Hop ").append(hop.topic()).append('\n');
        row(text, "way", "stage " + from + " to stage " + end.stage());
        row(text, "partitions", hop.partitions() + (hop.partitioner() == null ? "" : ", by a partitioner of its own"));
    }

    private String line(Stage stage) {
        String inputs = stage.sourceNodes().stream().map(PlanText::entry).collect(Collectors.joining("; "));
        return "Stage " + stage.id() + ": " + stage.routing().affinity() + ", " + count(stage.lanes(), "lane", "lanes")
                + ", "
                + count(stage.partitions(), "virtual partition", "virtual partitions") + ", " + inputs + ": "
                + stage.routing().reason();
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
