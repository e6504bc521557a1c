package org.stoatflow.tools.top;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Makes the page of a status as {@code /status} answers it. Keys are as the service shows them. */
final class StatusPage {
    private static final int PARTITIONS_MAX = 10;
    private static final int NAME_MAX = 40;
    private static final String STAGES = "%5s %6s %5s %8s %8s %12s %10s  %s";
    private static final String SOURCES = "%-40s %9s %12s %12s  %s";
    private static final String STORES = "%-40s %10s %12s %12s";

    private final JsonNode answer;
    private final JsonNode status;
    private final @Nullable JsonNode before;
    private final double seconds;
    private final List<Line> lines = new ArrayList<>();

    private StatusPage(JsonNode answer, @Nullable JsonNode before, double seconds) {
        this.answer = answer;
        this.status = answer.path("status");
        this.before = before;
        this.seconds = seconds;
    }

    /**
     * @param answer what is answered now
     * @param before what was answered before, for rates; null for none
     * @param between the time between both
     */
    static List<Line> lines(JsonNode answer, @Nullable JsonNode before, Duration between) {
        StatusPage page = new StatusPage(answer, before, between.toMillis() / 1e3);
        page.addHead();
        page.addRestore();
        page.addStages();
        page.addSources();
        page.addTroubles();
        return page.lines;
    }

    private void addHead() {
        JsonNode phase = status.path("phase");
        add(
                Line.Kind.TITLE,
                text("/instance/applicationId") + " (" + text("/instance/clientId") + "): " + text("/phase/state")
                        + (phase.path("name").isTextual() ? ", in phase " + text("/phase/name") : "") + " for "
                        + time(phase.path("lastsSeconds"))
                        + (phase.path("paused").asBoolean() ? ", paused" : ""));
        add(
                answer.path("ready").asBoolean() ? Line.Kind.GOOD : Line.Kind.BAD,
                answer.path("readiness").asText());
        JsonNode epochs = status.path("epochs");
        add("epochs   " + epochs.path("open").asLong() + " is open, cut every " + time(epochs.path("intervalSeconds"))
                + ", oldest not committed " + time(epochs.path("oldestSeconds")) + ", last commit "
                + time(epochs.path("lastCommitSeconds")) + ", "
                + bytes(epochs.path("inFlightBytes").asLong()) + " in flight");
        add("         waited for last: " + epochs.path("awaited").asText());
        add("state    " + bytes(status.at("/stores/bytes").asLong()) + " on disk");
    }

    private void addRestore() {
        JsonNode restore = status.at("/stores/restore");
        if (!restore.isObject()) {
            return;
        }
        add((restore.path("standby").asBoolean() ? "standby  " : "restore  ")
                + restore.path("remaining").asLong() + " of "
                + restore.path("offsets").asLong() + " offsets left, "
                + whole(restore.path("perSecond").asDouble()) + " a second, " + time(restore.path("leftSeconds"))
                + " more");
        add(Line.Kind.TITLE, String.format(Locale.ROOT, STORES, "store", "partitions", "left", "records"));
        for (JsonNode store : restore.path("stores")) {
            add(String.format(
                    Locale.ROOT,
                    STORES,
                    cut(store.path("name").asText()),
                    store.path("partitionsDone").asInt() + "/"
                            + store.path("partitions").asInt(),
                    store.path("remaining").asLong(),
                    store.path("records").asLong()));
        }
    }

    private void addStages() {
        add(
                Line.Kind.TITLE,
                String.format(
                        Locale.ROOT,
                        STAGES,
                        "stage",
                        "lanes",
                        "busy",
                        "batches",
                        "held",
                        "records",
                        "a second",
                        "at one batch"));
        for (JsonNode stage : status.path("stages")) {
            JsonNode work = stage.path("work");
            long records = work.path("records").asLong();
            add(String.format(
                    Locale.ROOT,
                    STAGES,
                    stage.path("stage").asInt(),
                    stage.path("lanes").asInt(),
                    work.path("busyLanes").asLong(),
                    work.path("queuedBatches").asLong(),
                    work.path("heldRecords").asLong(),
                    records,
                    rate(stage.path("stage").asInt(), records),
                    time(work.path("oldestBatchSeconds"))));
            for (JsonNode lane : stage.path("busiest")) {
                add("      " + lane.path("name").asText() + ": "
                        + lane.path("activity").asText() + ", for "
                        + time(lane.path("busySeconds")) + ", "
                        + lane.path("queuedBatches").asLong() + " batches wait");
            }
            StringJoiner keys = new StringJoiner(", ", "      hot keys: ", "");
            stage.path("hotKeys")
                    .forEach(key -> keys.add(String.format(
                            Locale.ROOT,
                            "%s %.1f %% (%s)",
                            key.path("key").asText(),
                            key.path("share").asDouble() * 100,
                            key.path("lane").asText())));
            if (!stage.path("hotKeys").isEmpty()) {
                add(keys.toString());
            }
        }
    }

    /** Records a second since the page before; a restart of the process or another plan begins anew. */
    private String rate(int stage, long records) {
        if (before != null && seconds > 0) {
            for (JsonNode former : before.at("/status/stages")) {
                long grown = records - former.at("/work/records").asLong();
                if (former.path("stage").asInt() == stage && grown >= 0) {
                    return whole(grown / seconds);
                }
            }
        }
        return "-";
    }

    private void addSources() {
        List<JsonNode> sources = new ArrayList<>();
        status.path("sources").forEach(sources::add);
        sources.sort(
                Comparator.comparingLong((JsonNode source) -> source.path("lag").asLong())
                        .reversed());
        long lag = sources.stream()
                .mapToLong(source -> source.path("lag").asLong())
                .sum();
        add("lag      " + lag + " records in " + sources.size() + " partitions");
        add(
                Line.Kind.TITLE,
                String.format(Locale.ROOT, SOURCES, "topic", "partition", "lag", "records", "stream time"));
        sources.stream()
                .limit(PARTITIONS_MAX)
                .forEach(source -> add(String.format(
                        Locale.ROOT,
                        SOURCES,
                        cut(source.path("topic").asText()),
                        source.path("partition").asInt(),
                        source.path("lag").asLong(),
                        source.path("records").asLong(),
                        source.path("streamTime").asText("-"))));
    }

    private void addTroubles() {
        StringJoiner reasons = new StringJoiner(", ", "left out ", "");
        answer.path("dropped")
                .properties()
                .forEach(reason -> reasons.add(reason.getValue().asLong() + " " + reason.getKey()));
        if (!answer.path("dropped").isEmpty()) {
            add(Line.Kind.BAD, reasons.toString());
        }
        for (JsonNode failure : status.path("failures")) {
            add(
                    Line.Kind.BAD,
                    "failed   " + failure.path("at").asText() + " in "
                            + failure.path("phase").asText() + ": "
                            + failure.path("text").asText());
        }
    }

    private void add(String text) {
        add(Line.Kind.PLAIN, text);
    }

    private void add(Line.Kind kind, String text) {
        lines.add(new Line(kind, text));
    }

    private String text(String path) {
        return status.at(path).asText();
    }

    private static String cut(String name) {
        return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX - 1) + "…";
    }

    private static String whole(double number) {
        return String.format(Locale.ROOT, "%.0f", number);
    }

    private static String time(JsonNode ofSeconds) {
        if (!ofSeconds.isNumber()) {
            return "-";
        }
        double length = ofSeconds.asDouble();
        if (length < 1) {
            return String.format(Locale.ROOT, "%.0f ms", length * 1_000);
        }
        return length < 120
                ? String.format(Locale.ROOT, "%.1f s", length)
                : String.format(Locale.ROOT, "%.0f min", length / 60);
    }

    private static String bytes(long number) {
        return number < 1 << 20
                ? String.format(Locale.ROOT, "%.1f KiB", number / 1_024.0)
                : String.format(Locale.ROOT, "%.1f MiB", number / 1_048_576.0);
    }
}
