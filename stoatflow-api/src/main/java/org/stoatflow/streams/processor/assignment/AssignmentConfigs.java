package org.stoatflow.streams.processor.assignment;

import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;
import org.stoatflow.streams.StreamsConfig;

/** The part of an application's configuration that a {@link TaskAssignor} uses. Immutable. */
public class AssignmentConfigs {
    private final long acceptableRecoveryLag;
    private final int maxWarmupReplicas;
    private final int numStandbyReplicas;
    private final long probingRebalanceIntervalMs;
    private final List<String> rackAwareAssignmentTags;
    private final OptionalInt rackAwareTrafficCost;
    private final OptionalInt rackAwareNonOverlapCost;
    private final String rackAwareAssignmentStrategy;

    /**
     * Creates settings.
     *
     * @param acceptableRecoveryLag how far an instance may be behind that gets a task, in records
     * @param maxWarmupReplicas how many tasks may be prepared at once where they are to go
     * @param numStandbyReplicas how many copies of a task's stores there are
     * @param probingRebalanceIntervalMs how often to look whether what is prepared is done, in milliseconds
     * @param rackAwareAssignmentTags the client tags by which copies are spread
     * @param rackAwareTrafficCost what traffic between racks costs; empty or null for the assignor's default
     * @param rackAwareNonOverlapCost what it costs that a task moves; empty or null for the assignor's default
     * @param rackAwareAssignmentStrategy how racks count
     * @throws ConfigException if a value is not allowed
     */
    public AssignmentConfigs(
            long acceptableRecoveryLag,
            int maxWarmupReplicas,
            int numStandbyReplicas,
            long probingRebalanceIntervalMs,
            List<String> rackAwareAssignmentTags,
            OptionalInt rackAwareTrafficCost,
            OptionalInt rackAwareNonOverlapCost,
            String rackAwareAssignmentStrategy) {
        this.acceptableRecoveryLag = valid(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, acceptableRecoveryLag);
        this.maxWarmupReplicas = valid(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, maxWarmupReplicas);
        this.numStandbyReplicas = valid(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, numStandbyReplicas);
        this.probingRebalanceIntervalMs =
                valid(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, probingRebalanceIntervalMs);
        this.rackAwareAssignmentTags = valid(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG, rackAwareAssignmentTags);
        this.rackAwareTrafficCost = rackAwareTrafficCost == null ? OptionalInt.empty() : rackAwareTrafficCost;
        this.rackAwareNonOverlapCost = rackAwareNonOverlapCost == null ? OptionalInt.empty() : rackAwareNonOverlapCost;
        this.rackAwareAssignmentStrategy =
                valid(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG, rackAwareAssignmentStrategy);
    }

    /**
     * Creates settings with costs.
     *
     * @param acceptableRecoveryLag how far an instance may be behind that gets a task, in records
     * @param maxWarmupReplicas how many tasks may be prepared at once where they are to go
     * @param numStandbyReplicas how many copies of a task's stores there are
     * @param probingRebalanceIntervalMs how often to look whether what is prepared is done, in milliseconds
     * @param rackAwareAssignmentTags the client tags by which copies are spread
     * @param rackAwareTrafficCost what traffic between racks costs
     * @param rackAwareNonOverlapCost what it costs that a task moves
     * @param rackAwareAssignmentStrategy how racks count
     * @throws ConfigException if a value is not allowed
     */
    public AssignmentConfigs(
            long acceptableRecoveryLag,
            int maxWarmupReplicas,
            int numStandbyReplicas,
            long probingRebalanceIntervalMs,
            List<String> rackAwareAssignmentTags,
            int rackAwareTrafficCost,
            int rackAwareNonOverlapCost,
            String rackAwareAssignmentStrategy) {
        this(
                acceptableRecoveryLag,
                maxWarmupReplicas,
                numStandbyReplicas,
                probingRebalanceIntervalMs,
                rackAwareAssignmentTags,
                OptionalInt.of(rackAwareTrafficCost),
                OptionalInt.of(rackAwareNonOverlapCost),
                rackAwareAssignmentStrategy);
    }

    /**
     * Creates settings by which racks do not count.
     *
     * @param acceptableRecoveryLag how far an instance may be behind that gets a task, in records
     * @param maxWarmupReplicas how many tasks may be prepared at once where they are to go
     * @param numStandbyReplicas how many copies of a task's stores there are
     * @param probingRebalanceIntervalMs how often to look whether what is prepared is done, in milliseconds
     * @param rackAwareAssignmentTags the client tags by which copies are spread
     * @throws ConfigException if a value is not allowed
     */
    public AssignmentConfigs(
            Long acceptableRecoveryLag,
            Integer maxWarmupReplicas,
            Integer numStandbyReplicas,
            Long probingRebalanceIntervalMs,
            List<String> rackAwareAssignmentTags) {
        this(
                acceptableRecoveryLag,
                maxWarmupReplicas,
                numStandbyReplicas,
                probingRebalanceIntervalMs,
                rackAwareAssignmentTags,
                OptionalInt.empty(),
                OptionalInt.empty(),
                StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE);
    }

    /**
     * Reads settings.
     *
     * @param configs the application's configuration
     * @return new settings
     */
    public static AssignmentConfigs of(StreamsConfig configs) {
        return new AssignmentConfigs(
                configs.getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG),
                configs.getInt(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG),
                configs.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG),
                configs.getLong(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG),
                configs.getList(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG),
                cost(configs.getInt(StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG)),
                cost(configs.getInt(StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG)),
                configs.getString(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG));
    }

    /**
     * How far an instance may be behind that gets a task.
     *
     * @return the records of all changelogs of the task
     */
    public long acceptableRecoveryLag() {
        return acceptableRecoveryLag;
    }

    /**
     * How many tasks may be prepared at once where they are to go.
     *
     * @return the number
     */
    public int maxWarmupReplicas() {
        return maxWarmupReplicas;
    }

    /**
     * How many copies of a task's stores there are.
     *
     * @return the number
     */
    public int numStandbyReplicas() {
        return numStandbyReplicas;
    }

    /**
     * How often to look whether what is prepared is done.
     *
     * @return milliseconds
     */
    public long probingRebalanceIntervalMs() {
        return probingRebalanceIntervalMs;
    }

    /**
     * The client tags by which copies are spread.
     *
     * @return keys of tags
     */
    public List<String> rackAwareAssignmentTags() {
        return rackAwareAssignmentTags;
    }

    /**
     * What traffic between racks costs.
     *
     * @return the cost; empty for the assignor's default
     */
    public OptionalInt rackAwareTrafficCost() {
        return rackAwareTrafficCost;
    }

    /**
     * What it costs that a task moves.
     *
     * @return the cost; empty for the assignor's default
     */
    public OptionalInt rackAwareNonOverlapCost() {
        return rackAwareNonOverlapCost;
    }

    /**
     * How racks count.
     *
     * @return a value of {@link StreamsConfig#RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG}
     */
    public String rackAwareAssignmentStrategy() {
        return rackAwareAssignmentStrategy;
    }

    @Override
    public String toString() {
        return "AssignmentConfigs{\n  acceptableRecoveryLag=" + acceptableRecoveryLag
                + "\n  maxWarmupReplicas=" + maxWarmupReplicas
                + "\n  numStandbyReplicas=" + numStandbyReplicas
                + "\n  probingRebalanceIntervalMs=" + probingRebalanceIntervalMs
                + "\n  rackAwareAssignmentTags=" + rackAwareAssignmentTags
                + "\n  rackAwareTrafficCost=" + rackAwareTrafficCost
                + "\n  rackAwareNonOverlapCost=" + rackAwareNonOverlapCost
                + "\n  rackAwareAssignmentStrategy=" + rackAwareAssignmentStrategy
                + "\n}";
    }

    private static OptionalInt cost(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static <T> T valid(String key, T value) {
        Validator validator = StreamsConfig.configDef().configKeys().get(key).validator;
        if (validator != null) {
            validator.ensureValid(key, value);
        }
        return value;
    }
}
