package org.stoatflow.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.EngineAccess;
import org.stoatflow.streams.KafkaStreams;

/**
 * What an application is doing at one moment. Whoever asks takes it, without a lock that a lane waits for; numbers that
 * stand side by side may be a moment apart. Of records it has keys as {@code stoatflow.keys.shown} allows, and no
 * values. Immutable.
 *
 * @param instance whose status it is
 * @param phase what the engine is doing, and why
 * @param epochs the cut and commit of epochs
 * @param stages the stages of the plan; none before there is a plan
 * @param sources the source partitions that were read, by topic and partition
 * @param stores the state
 * @param failures the last failures that no handler of a record could decide, the oldest first
 */
public record ApplicationStatus(
        Instance instance,
        Phase phase,
        Epochs epochs,
        List<Stage> stages,
        List<Source> sources,
        Stores stores,
        List<Failure> failures) {
    /** Makes copies of what could still change. */
    public ApplicationStatus {
        stages = List.copyOf(stages);
        sources = List.copyOf(sources);
        failures = List.copyOf(failures);
    }

    /**
     * The status of an application. Any thread.
     *
     * @param streams the application, started or not
     * @return what it is doing now
     */
    public static ApplicationStatus of(KafkaStreams streams) {
        return EngineAccess.engine(streams).status();
    }

    /**
     * Whether it works, or would take over at once: it is RUNNING, the brokers answer, and its state is complete, or as
     * good as complete where it is a standby.
     *
     * @return whether it is ready
     */
    public boolean isReady() {
        return StatusText.unready(this).isEmpty();
    }

    /**
     * Whether it goes on by itself.
     *
     * @return false once an error has ended it
     */
    public boolean isLive() {
        return !phase.state().equals(KafkaStreams.State.ERROR.name())
                && !phase.state().equals(KafkaStreams.State.PENDING_ERROR.name());
    }

    /**
     * Whether it is ready, and if not, why.
     *
     * @return a sentence
     */
    public String readiness() {
        return StatusText.unready(this).map(why -> "Not ready: " + why).orElse("Ready.");
    }

    /**
     * The status in words, for people; they may change from version to version.
     *
     * @return some lines
     */
    public String text() {
        return StatusText.of(this);
    }

    /**
     * An application in a process.
     *
     * @param applicationId {@code application.id}
     * @param clientId {@code client.id}, or what a client without one is called
     */
    public record Instance(String applicationId, String clientId) {}

    /**
     * What the engine is doing, and why.
     *
     * @param state as {@code KafkaStreams.state()} says
     * @param name the phase, see docs/ARCHITECTURE.md; null before the start and after the end
     * @param readiness what the phase means for whoever would send it work
     * @param why why it is in this phase
     * @param lasts for how long it has been in it
     * @param paused whether the user has paused it
     * @param answered whether the brokers answer; true where they were not asked yet
     */
    public record Phase(
            String state,
            @Nullable String name,
            Readiness readiness,
            String why,
            Duration lasts,
            boolean paused,
            boolean answered) {}

    /** What a phase means for whoever would send the application work. */
    public enum Readiness {
        /** It works, where it is not cut off from the brokers. */
        WORKS,
        /** Another instance works; this one would take over, at once if its state is as good as complete. */
        STANDS_BY,
        /** It restores its state, and works behind that. */
        RESTORES,
        /** It does something else first. */
        WAITS,
        /** It has ended. */
        ENDED
    }

    /**
     * The cut and commit of epochs.
     *
     * @param open number of the epoch that is being filled, in its run; 0 without a run
     * @param interval between cuts, as aimed at; null without a run
     * @param oldest how long ago the oldest epoch that is cut and not committed was cut; null where there is none
     * @param lastCommit how long the last commit took; null before the first
     * @param inFlightBytes bytes of records under way, and of output and state not committed
     * @param awaited what the last committed epoch waited for after its cut
     */
    public record Epochs(
            long open,
            @Nullable Duration interval,
            @Nullable Duration oldest,
            @Nullable Duration lastCommit,
            long inFlightBytes,
            String awaited) {}

    /**
     * A stage.
     *
     * @param stage its number
     * @param lanes how many lanes it has here
     * @param work what its lanes do together
     * @param busiest the lanes that are behind or at work, the longest at work first, and ten at most
     * @param hotKeys its most frequent keys lately
     */
    public record Stage(int stage, int lanes, Work work, List<Lane> busiest, List<HotKey> hotKeys) {
        /** Makes copies of what could still change. */
        public Stage {
            busiest = List.copyOf(busiest);
            hotKeys = List.copyOf(hotKeys);
        }
    }

    /**
     * What the lanes of a stage do together.
     *
     * @param records taken in since the plan was made, over restarts in place
     * @param queuedBatches batches that wait in the lanes
     * @param busyLanes lanes that are at work now
     * @param heldRecords records that wait to be run again, and those behind them
     * @param oldestBatch for how long the lane has been at work that is longest at it; zero where none is
     */
    public record Work(long records, long queuedBatches, long busyLanes, long heldRecords, Duration oldestBatch) {}

    /**
     * A lane.
     *
     * @param name as messages name it
     * @param queuedBatches batches that wait in it
     * @param heldRecords as for the stage
     * @param busy for how long it has been at work; null where it is not
     * @param activity what it does, in words
     */
    public record Lane(
            String name,
            long queuedBatches,
            long heldRecords,
            @Nullable Duration busy,
            String activity) {}

    /**
     * A key that many records have.
     *
     * @param key as {@code stoatflow.keys.shown} allows
     * @param lane the lane that serves it
     * @param share of the stage's records that have it at least, 0 to 1
     */
    public record HotKey(String key, String lane, double share) {
        /**
         * The key as messages and metrics show it.
         *
         * @return key, share and lane
         */
        public String text() {
            return StatusText.hotKey(this);
        }
    }

    /**
     * A source partition.
     *
     * @param topic its topic
     * @param partition its number
     * @param lag records up to its end that no lane has got yet; at most a second old
     * @param records handed to lanes since the start
     * @param streamTime the latest timestamp of its records that are committed; null before the first
     */
    public record Source(
            String topic,
            int partition,
            long lag,
            long records,
            @Nullable Instant streamTime) {}

    /**
     * The state.
     *
     * @param restore the restore that goes on, or what a standby has still to follow; null where neither goes on
     * @param bytes what the state folder has on disk; at most ten seconds old
     * @param lagAccepted {@code acceptable.recovery.lag}, up to which a standby is ready
     */
    public record Stores(@Nullable Restore restore, long bytes, long lagAccepted) {}

    /**
     * A restore, or the changelogs that a standby follows.
     *
     * @param standby whether it goes on for as long as another instance is the owner
     * @param offsets how many offsets it has to read, as far as is known
     * @param remaining how many of them are left: the lag of a standby
     * @param perSecond how many it has read in a second until now
     * @param left how long it will take at that rate; null while nothing is read, and for a standby
     * @param stores the same, by store
     */
    public record Restore(
            boolean standby,
            long offsets,
            long remaining,
            double perSecond,
            @Nullable Duration left,
            List<Store> stores) {
        /** Makes a copy of what could still change. */
        public Restore {
            stores = List.copyOf(stores);
        }
    }

    /**
     * A store that is restored.
     *
     * @param name its name
     * @param partitions how many of its partitions are restored
     * @param partitionsDone how many of these are done
     * @param remaining offsets that are left
     * @param records that were applied
     */
    public record Store(String name, int partitions, int partitionsDone, long remaining, long records) {}

    /**
     * A failure that no handler of a record could decide.
     *
     * @param at when
     * @param phase the phase that it met
     * @param text what failed, and where; of what user code has thrown, the type only: its message may have
     *     values
     */
    public record Failure(Instant at, String phase, String text) {}
}
