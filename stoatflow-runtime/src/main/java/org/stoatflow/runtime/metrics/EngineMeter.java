package org.stoatflow.runtime.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every meter of the engine in Micrometer. {@code MetricsDocTest} compares {@code docs/METRICS.md} with this table. */
public enum EngineMeter {
    STAGE_RECORDS("stoatflow.stage.records", Kind.COUNTER, "records", Scope.STAGE),
    STAGE_BATCHES("stoatflow.stage.batches", Kind.COUNTER, "batches", Scope.STAGE),
    STAGE_BUSY("stoatflow.stage.busy", Kind.COUNTER, "seconds", Scope.STAGE),
    STAGE_QUEUE("stoatflow.stage.queue", Kind.GAUGE, "batches", Scope.STAGE),
    STAGE_BUSY_LANES("stoatflow.stage.lanes.busy", Kind.GAUGE, "lanes", Scope.STAGE),
    STAGE_OLDEST_BATCH("stoatflow.stage.batch.oldest", Kind.GAUGE, "seconds", Scope.STAGE),
    STAGE_RETRIES("stoatflow.stage.retries", Kind.COUNTER, "records", Scope.STAGE),
    STAGE_HELD("stoatflow.stage.held", Kind.GAUGE, "records", Scope.STAGE),
    STAGE_PUNCTUATIONS("stoatflow.stage.punctuations", Kind.COUNTER, "calls", Scope.STAGE),
    STAGE_HOT_KEY("stoatflow.stage.hot.key.share", Kind.GAUGE, null, Scope.STAGE),
    LANE_RECORDS("stoatflow.lane.records", Kind.COUNTER, "records", Scope.LANE),
    LANE_BUSY("stoatflow.lane.busy", Kind.COUNTER, "seconds", Scope.LANE),
    LANE_QUEUE("stoatflow.lane.queue", Kind.GAUGE, "batches", Scope.LANE),
    RECORDS_DROPPED("stoatflow.records.dropped", Kind.COUNTER, "records", Scope.REASON),
    EPOCH_INTERVAL("stoatflow.epoch.interval", Kind.GAUGE, "seconds", Scope.APPLICATION),
    EPOCH_LENGTH("stoatflow.epoch.length", Kind.TIMER, "seconds", Scope.APPLICATION),
    EPOCH_RECORDS("stoatflow.epoch.records", Kind.SUMMARY, "records", Scope.APPLICATION),
    EPOCH_WAIT("stoatflow.epoch.wait", Kind.TIMER, "seconds", Scope.STAGE),
    EPOCH_OLDEST("stoatflow.epoch.oldest", Kind.GAUGE, "seconds", Scope.APPLICATION),
    EPOCHS_BROKEN("stoatflow.epochs.broken", Kind.COUNTER, "epochs", Scope.APPLICATION),
    EPOCHS_STUCK("stoatflow.epochs.stuck", Kind.COUNTER, "epochs", Scope.APPLICATION),
    COMMIT("stoatflow.commit", Kind.TIMER, "seconds", Scope.APPLICATION),
    COMMIT_BYTES("stoatflow.commit.bytes", Kind.SUMMARY, "bytes", Scope.APPLICATION),
    COMMIT_PHASE("stoatflow.commit.phase", Kind.TIMER, "seconds", Scope.PHASE),
    COMMIT_ABORTS("stoatflow.commit.aborts", Kind.COUNTER, "attempts", Scope.APPLICATION),
    FAILURES("stoatflow.failures", Kind.COUNTER, "failures", Scope.APPLICATION),
    RESTARTS("stoatflow.restarts", Kind.COUNTER, "restarts", Scope.APPLICATION),
    IN_FLIGHT_BYTES("stoatflow.in.flight.bytes", Kind.GAUGE, "bytes", Scope.APPLICATION),
    HELD_BACK("stoatflow.source.held.back", Kind.COUNTER, "seconds", Scope.APPLICATION),
    PAUSED_PARTITIONS("stoatflow.source.paused", Kind.GAUGE, "partitions", Scope.APPLICATION),
    SOURCE_LAG("stoatflow.source.lag", Kind.GAUGE, "records", Scope.PARTITION),
    RESTORE_REMAINING("stoatflow.restore.remaining", Kind.GAUGE, "offsets", Scope.STORE),
    RESTORE_RECORDS("stoatflow.restore.records", Kind.GAUGE, "records", Scope.STORE),
    STATE_DISK("stoatflow.state.disk", Kind.GAUGE, "bytes", Scope.APPLICATION),
    STATE_WRITE_BUFFERS("stoatflow.state.write.buffers", Kind.GAUGE, "bytes", Scope.APPLICATION),
    STATE_BLOCK_CACHE("stoatflow.state.block.cache", Kind.GAUGE, "bytes", Scope.APPLICATION),
    STATE_WRITE_STALLS("stoatflow.state.write.stalls", Kind.COUNTER, "stalls", Scope.APPLICATION),
    STATE_WRITES_STOPPED("stoatflow.state.writes.stopped", Kind.GAUGE, null, Scope.APPLICATION),
    STATE_COMPACTION("stoatflow.state.compaction", Kind.COUNTER, "seconds", Scope.APPLICATION),
    STATE_COMPACTION_WRITTEN("stoatflow.state.compaction.written", Kind.COUNTER, "bytes", Scope.APPLICATION),
    STATE_COMPACTION_PENDING("stoatflow.state.compaction.pending", Kind.GAUGE, "bytes", Scope.APPLICATION);

    /** The kinds of meters that Micrometer knows and the engine uses. */
    public enum Kind {
        COUNTER,
        GAUGE,
        TIMER,
        SUMMARY
    }

    /** The things for each of which there is one meter. They decide its tags beside {@code application}. */
    public enum Scope {
        APPLICATION,
        STAGE("stage"),
        /** Each lane, if the application has few of them. */
        LANE("stage", "lane"),
        REASON("reason"),
        PHASE("phase"),
        PARTITION("topic", "partition"),
        STORE("store");

        private final List<String> tags;

        Scope(String... tags) {
            this.tags = List.of(tags);
        }

        /** The tags beside {@code application}. */
        public List<String> tags() {
            return tags;
        }
    }

    private final String id;
    private final Kind kind;
    private final @Nullable String unit;
    private final Scope scope;

    EngineMeter(String id, Kind kind, @Nullable String unit, Scope scope) {
        this.id = id;
        this.kind = kind;
        this.unit = unit;
        this.scope = scope;
    }

    /** The meter's name, with dots; a registry may write it in another way. */
    public String id() {
        return id;
    }

    public Kind kind() {
        return kind;
    }

    /** The meter's unit; null if it has none: a registry ends the name with an empty one. */
    public @Nullable String unit() {
        return unit;
    }

    public Scope scope() {
        return scope;
    }
}
