package org.stoatflow.status;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.KafkaStreams;

/** Makes the sentences of a status. */
final class StatusText {
    private static final int PERCENT = 100;

    private StatusText() {}

    /** Why it is not ready, as the rest of a sentence with its full stop; empty if it is. */
    static Optional<String> unready(ApplicationStatus status) {
        ApplicationStatus.Phase phase = status.phase();
        if (!phase.state().equals(KafkaStreams.State.RUNNING.name())) {
            return Optional.of(phase(phase)
                    + restore(status.stores().restore())
                            .map(text -> "; " + text)
                            .orElse("") + ".");
        }
        if (!phase.answered()) {
            return Optional.of("the brokers do not answer.");
        }
        return switch (phase.readiness()) {
            case WORKS -> Optional.empty();
            case STANDS_BY -> behind(status.stores());
            case RESTORES, WAITS -> Optional.of(phase(phase) + ".");
            case ENDED -> Optional.of("it has ended (" + phase.why() + ").");
        };
    }

    private static Optional<String> behind(ApplicationStatus.Stores stores) {
        ApplicationStatus.Restore standby = stores.restore();
        if (standby == null) {
            return Optional.of("another instance is the owner, and its changelogs are not followed here.");
        }
        return standby.remaining() <= stores.lagAccepted()
                ? Optional.empty()
                : Optional.of("the standby is " + standby.remaining()
                        + " offsets behind, and acceptable.recovery.lag is " + stores.lagAccepted() + ".");
    }

    /** The status in lines. */
    static String of(ApplicationStatus status) {
        StringBuilder text = new StringBuilder();
        text.append("Application ")
                .append(status.instance().applicationId())
                .append(": ")
                .append(phase(status.phase()))
                .append(". ")
                .append(status.readiness())
                .append('\n');
        line(text, epochs(status.epochs()));
        restore(status.stores().restore()).ifPresent(restore -> line(text, restore));
        line(text, sources(status.sources()));
        status.stages().forEach(stage -> append(text, stage));
        line(text, status.stores().bytes() + " bytes of state on disk");
        status.failures()
                .forEach(failure ->
                        line(text, "failed at " + failure.at() + " in " + failure.phase() + ": " + failure.text()));
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append("  ").append(line).append('\n');
    }

    private static String phase(ApplicationStatus.Phase phase) {
        return phase.state()
                + (phase.name() == null ? "" : ", in phase " + phase.name() + " for " + time(phase.lasts()))
                + " (" + phase.why() + ")"
                + (phase.paused() ? ", paused by the user" : "")
                + (phase.answered() ? "" : ", without an answer from the brokers");
    }

    private static String epochs(ApplicationStatus.Epochs epochs) {
        return "epoch " + epochs.open() + " is open"
                + (epochs.interval() == null ? "" : ", cut every " + time(epochs.interval()))
                + (epochs.oldest() == null ? "" : "; the oldest was cut " + time(epochs.oldest()) + " ago")
                + (epochs.lastCommit() == null ? "" : "; the last commit took " + time(epochs.lastCommit()))
                + "; " + epochs.inFlightBytes() + " bytes in flight; waited for last: " + epochs.awaited();
    }

    private static Optional<String> restore(ApplicationStatus.@Nullable Restore restore) {
        if (restore == null) {
            return Optional.empty();
        }
        String rate = String.format(Locale.ROOT, "%.0f a second", restore.perSecond());
        return Optional.of(
                restore.standby()
                        ? "following changelogs, " + restore.remaining() + " offsets behind, " + rate
                        : restore.remaining() + " of " + restore.offsets() + " offsets are to be restored, " + rate
                                + (restore.left() == null ? "" : ": " + time(restore.left()) + " more"));
    }

    private static String sources(List<ApplicationStatus.Source> sources) {
        if (sources.isEmpty()) {
            return "lag unknown: no offset was read yet";
        }
        long lag = sources.stream().mapToLong(ApplicationStatus.Source::lag).sum();
        return "lag " + lag + " records in " + sources.size() + " source partitions"
                + sources.stream()
                        .filter(source -> source.lag() > 0)
                        .max((one, other) -> Long.compare(one.lag(), other.lag()))
                        .map(most -> ", most in " + most.topic() + "-" + most.partition() + ": " + most.lag())
                        .orElse("");
    }

    private static void append(StringBuilder text, ApplicationStatus.Stage stage) {
        ApplicationStatus.Work work = stage.work();
        line(
                text,
                "stage " + stage.stage() + ": " + work.records() + " records, " + work.busyLanes() + " of "
                        + stage.lanes() + " lanes at work, " + work.queuedBatches() + " batches queued, "
                        + work.heldRecords() + " records held");
        stage.busiest()
                .forEach(lane -> line(
                        text,
                        "  " + lane.name() + ": " + lane.activity()
                                + (lane.busy() == null ? "" : ", for " + time(lane.busy())) + ", "
                                + lane.queuedBatches() + " batches queued"));
        if (!stage.hotKeys().isEmpty()) {
            line(
                    text,
                    "  most frequent keys: "
                            + String.join(
                                    ", ",
                                    stage.hotKeys().stream()
                                            .map(ApplicationStatus.HotKey::text)
                                            .toList()));
        }
    }

    /** A hot key, as messages and metrics show it. */
    static String hotKey(ApplicationStatus.HotKey key) {
        return String.format(Locale.ROOT, "%s %.1f %% (%s)", key.key(), key.share() * PERCENT, key.lane());
    }

    private static String time(Duration time) {
        double seconds = TimeSpans.nanos(time) / 1e9;
        return seconds < 1
                ? String.format(Locale.ROOT, "%.0f ms", seconds * 1_000)
                : seconds < 120 ? String.format(Locale.ROOT, "%.1f s", seconds) : time.toMinutes() + " min";
    }
}
