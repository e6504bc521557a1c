package org.stoatflow.runtime.metrics;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.utils.Time;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.runtime.sink.CommitPhase;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.TopologyText;

/**
 * The engine's numbers under Kafka Streams' names, in a registry of Kafka's with the reporters that the configuration
 * names (JMX by default). So tools that watch Kafka Streams can watch the engine. In these metrics the whole engine is
 * one stream thread, and each virtual partition of a stage is a task. Totals are taken once a second, and when somebody
 * asks for the metrics; rates, averages and maxima are sampled once a second.
 *
 * <p>Threads: made by the thread that makes the application; the dispatcher's thread adds and samples; the committer's
 * records; any thread reads.
 */
final class MirroredMetrics {
    private static final String ENGINE_GROUP = "stoatflow-engine-metrics";
    private static final String JMX_PREFIX = "kafka.streams";
    private static final double NS_PER_MS = 1e6;

    private final Metrics metrics;
    private final EngineCounters counters;
    private final EngineListener listener;
    private final String applicationId;
    private final String threadId;
    private final UUID processId = UUID.randomUUID();
    private final MetricsGroup always;
    private final MetricsGroup ofPlan;
    private final Sensor commitLatency;

    /**
     * Shared, with {@code commitNs}. Written by: committer. Read by: metrics. Safe: counters of one writer. Proof:
     * SharedFieldsTest.
     */
    private final AtomicLong commits = new AtomicLong();

    private final AtomicLong commitNs = new AtomicLong(); // likewise
    private final Map<CommitPhase, Sensor> phases = new EnumMap<>(CommitPhase.class);

    MirroredMetrics(
            String applicationId,
            StreamsConfig config,
            LogicalTopology topology,
            EngineCounters counters,
            EngineListener listener,
            OfferedMetrics offered) {
        this.counters = counters;
        this.listener = listener;
        this.applicationId = applicationId;
        this.threadId = new ClientIds(listener.clientId()).thread();
        this.metrics = registry(config, listener.clientId(), offered);
        this.always = new MetricsGroup(metrics);
        this.ofPlan = new MetricsGroup(metrics);
        addClient(topology);
        boolean withoutThreads = topology.sources().isEmpty();
        this.commitLatency = withoutThreads ? metrics.sensor("commit-latency") : addThread();
        addEngine();
    }

    private static Metrics registry(StreamsConfig config, String clientId, OfferedMetrics offered) {
        List<MetricsReporter> reporters = config.getConfiguredInstances(
                StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG,
                MetricsReporter.class,
                Map.of(StreamsConfig.CLIENT_ID_CONFIG, clientId));
        reporters.add(offered);
        MetricConfig settings = new MetricConfig()
                .samples(config.getInt(StreamsConfig.METRICS_NUM_SAMPLES_CONFIG))
                .timeWindow(config.getLong(StreamsConfig.METRICS_SAMPLE_WINDOW_MS_CONFIG), TimeUnit.MILLISECONDS)
                .recordLevel(
                        Sensor.RecordingLevel.forName(config.getString(StreamsConfig.METRICS_RECORDING_LEVEL_CONFIG)));
        return new Metrics(
                settings,
                reporters,
                Time.SYSTEM,
                new KafkaMetricsContext(JMX_PREFIX, config.originalsWithPrefix("metrics.context.")));
    }

    private void addClient(LogicalTopology topology) {
        String clientId = listener.clientId();
        BuildVersion version = BuildVersion.read();
        String description = new TopologyText(topology).toString();
        always.group("stream-metrics", MetricTags.of("client-id", clientId))
                .value("version", "Version of StoatFlow", version::version)
                .value("commit-id", "Revision of StoatFlow's sources", version::commitId)
                .value("application-id", "Id of the application", () -> applicationId)
                .value("topology-description", "What Topology.describe() prints", () -> description)
                .value(
                        "state",
                        "State of the application",
                        () -> listener.state().name())
                .value(
                        "alive-stream-threads",
                        "1 while the engine is there, 0 without sources",
                        () -> aliveThreads(topology))
                .total(
                        "failed-stream-threads",
                        "Failures for which no handler could decide",
                        () -> counters.count(EngineEvent.FAILURE));
        MetricTags process = MetricTags.of("process-id", processId.toString());
        always.group(
                        "stream-metrics",
                        process.and("application-id", applicationId).and("client-id", clientId))
                .value(
                        "client-state",
                        "State of the application, as a number",
                        () -> StateNumbers.of(listener.state()));
        int level = metrics.config().recordLevel().id;
        always.group("stream-metrics", process.and("client-id", clientId))
                .value("recording-level", "metrics.recording.level as a number", () -> level);
    }

    private Object aliveThreads(LogicalTopology topology) {
        return listener.state().hasCompletedShutdown() || topology.sources().isEmpty() ? 0 : 1;
    }

    private Sensor addThread() {
        LongSupplier busyNs = () -> counters.sum(LaneCounters::busyNs);
        LongSupplier records = () -> counters.sum(LaneCounters::records);
        LongSupplier punctuations = () -> counters.sum(LaneCounters::punctuations);
        long startedMs = System.currentTimeMillis();
        MetricsGroup.Group thread = always.group("stream-thread-metrics", MetricTags.of("thread-id", threadId))
                .value("thread-start-time", "When the application was made, in ms since 1970", () -> startedMs)
                .value(
                        "state",
                        "State of the engine as one of a stream thread",
                        () -> ThreadState.of(listener.state()).name())
                .totalAndRate("process", "records processed, hops counted again", records)
                .averageAndMost("process-latency", "time for a record, in ms", busyNs, records, NS_PER_MS)
                .averageAndMost(
                        "process-records",
                        "number of records of a batch",
                        records,
                        () -> counters.sum(LaneCounters::batches),
                        1)
                .totalAndRate("punctuate", "calls of punctuators", punctuations)
                .averageAndMost(
                        "punctuate-latency",
                        "time of a punctuator, in ms",
                        () -> counters.sum(LaneCounters::punctuationNs),
                        punctuations,
                        NS_PER_MS)
                .totalAndRate("commit", "commits", commits::get)
                .ratio("commit-ratio", "Share of the time in which a commit is under way", commitNs::get)
                .totalAndRate("task-created", "tasks begun: virtual partitions of stages", counters::tasksCreated)
                .totalAndRate("task-closed", "tasks ended: virtual partitions of stages", counters::tasksClosed);
        addPolls(thread);
        always.group(
                        "stream-thread-metrics",
                        MetricTags.of("process-id", processId.toString()).and("thread-id", threadId))
                .value(
                        "thread-state",
                        "State of the engine as that of a stream thread, as a number",
                        () -> ThreadState.of(listener.state()).number());
        return thread.recorded("commit-latency", "time of a commit, state included, in ms");
    }

    private void addPolls(MetricsGroup.Group thread) {
        LongSupplier polls = () -> counters.sources().polls();
        thread.totalAndRate("poll", "polls", polls)
                .average(
                        "poll-latency-avg",
                        "Average time of a poll, in ms",
                        () -> counters.sources().pollNs(),
                        polls,
                        NS_PER_MS)
                .most(
                        "poll-latency-max",
                        "Longest poll, in ms",
                        () -> counters.sources().takeLongestPollNs(),
                        NS_PER_MS)
                .average(
                        "poll-records-avg",
                        "Average number of records of a poll",
                        () -> counters.sources().polledRecords(),
                        polls,
                        1)
                .most(
                        "poll-records-max",
                        "Greatest number of records of a poll",
                        () -> counters.sources().takeMostPolledRecords(),
                        1)
                .ratio(
                        "poll-ratio",
                        "Share of its time that the dispatcher is in polls",
                        () -> counters.sources().pollNs());
    }

    private void addEngine() {
        MetricsGroup.Group engine = always.group(ENGINE_GROUP, engineTags());
        engine.value(
                        "epoch-interval-ms",
                        "Time between cuts that is aimed at",
                        () -> counters.ofRun(run -> run.cadence().intervalNs() / NS_PER_MS, Double.NaN))
                .value(
                        "commit-duration-ms",
                        "Moving average of a commit's duration, state included",
                        () -> counters.ofRun(run -> run.cadence().averageCommitNs() / NS_PER_MS, Double.NaN))
                .value(
                        "epoch-number",
                        "Number of the epoch that is being filled, in its run",
                        () -> counters.ofRun(run -> run.dispatcher().epochNumber(), 0))
                .value(
                        "in-flight-bytes",
                        "Bytes of records under way and not committed",
                        () -> counters.ofRun(run -> run.budget().bytes(), 0))
                .value("epoch-waited-for", "What the last committed epoch waited for", counters::waitedFor);
        for (CommitPhase phase : CommitPhase.values()) {
            String name = "commit-" + phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
            phases.put(phase, engine.recorded(name, "time of this phase of a commit, in ms"));
        }
    }

    /** Adds what Kafka Streams counts for the task of its global thread. */
    void onGlobals() {
        String globalThread = new ClientIds(listener.clientId()).globalThread();
        String task = new TaskId(-1, -1).toString();
        always.group(
                        "stream-task-metrics",
                        MetricTags.of("thread-id", globalThread).and("task-id", task))
                .totalAndRate("dropped-records", "records of global topics left out", counters::droppedOfGlobals);
    }

    /** Replaces the metrics of the plan before by those of this plan. */
    void onPlan(Plan plan, SourceCounters sources) {
        ofPlan.clear();
        Set<String> hops = plan.entries().stream()
                .filter(Entry.HopEnd.class::isInstance)
                .flatMap(entry -> ((Entry.HopEnd) entry).node().topics().stream())
                .collect(Collectors.toSet());
        if (plan.stores().stream().anyMatch(store -> store.declared().persistent())) {
            StateMetrics.add(ofPlan, threadId, counters.state());
        }
        for (Stage stage : plan.stages()) {
            ofPlan.group(ENGINE_GROUP, engineTags().and("stage", Integer.toString(stage.id())))
                    .value(
                            "hot-keys",
                            "Most frequent keys of the last half minute, with their shares",
                            () -> hotKeys(stage));
            stage.owned().stream().forEach(partition -> {
                addTask(stage, partition);
                addNodes(stage, partition, hops, sources);
            });
        }
    }

    private String hotKeys(Stage stage) {
        MeasuredRun run = counters.running();
        return run == null ? "none" : HotKeyList.of(run, stage).toString();
    }

    private void addTask(Stage stage, int partition) {
        LongSupplier punctuations =
                () -> stage.isByKey() ? 0 : counters.sum(stage, partition, LaneCounters::punctuations);
        LongSupplier punctuationNs =
                () -> stage.isByKey() ? 0 : counters.sum(stage, partition, LaneCounters::punctuationNs);
        ofPlan.group("stream-task-metrics", taskTags(stage, partition))
                .totalAndRate("process", "records processed", () -> counters.processed(stage, partition))
                .totalAndRate("dropped-records", "records left out", () -> counters.dropped(stage, partition))
                .totalAndRate("punctuate", "calls of punctuators", punctuations)
                .averageAndMost("punctuate-latency", "time of a punctuator, in ns", punctuationNs, punctuations, 1)
                .lateness(
                        "record-lateness",
                        new LateSensors.Late(
                                () -> counters.processed(stage, partition),
                                () -> counters.lateMs(stage, partition),
                                () -> counters.takeMostLateMs(stage, partition)));
    }

    private void addNodes(Stage stage, int partition, Set<String> hops, SourceCounters sources) {
        for (Entry.Node node : stage.sourceNodes()) {
            ofPlan.group("stream-processor-node-metrics", nodeTags(stage, partition, node.name()))
                    .totalAndRate(
                            "process", "records processed", () -> counters.processed(stage, partition, node.id()));
        }
        for (String node : stage.firstAndLastNodes()) {
            ofPlan.group("stream-processor-node-metrics", nodeTags(stage, partition, node))
                    .ages("record-e2e-latency", () -> counters.takeAge(stage, partition, node));
        }
        stage.sourceEntries().forEach(source -> addConsumed(stage, partition, source, sources));
        stage.sinks().stream()
                .filter(sink -> sink.topic() != null && !hops.contains(sink.topic()))
                .forEach(sink -> addProduced(stage, partition, sink));
    }

    private void addConsumed(Stage stage, int partition, Entry.Source source, SourceCounters sources) {
        for (String topic : source.node().topics()) {
            SourceCounters.PartitionCounters of = sources.of(new TopicPartition(topic, partition));
            topic(stage, partition, source.name(), topic)
                    .total("records-consumed-total", "Number of records handed to lanes", of::records)
                    .total("bytes-consumed-total", "Their size, in bytes", of::bytes);
        }
    }

    private void addProduced(Stage stage, int partition, SinkNode sink) {
        topic(stage, partition, sink.name(), String.valueOf(sink.topic()))
                .total(
                        "records-produced-total",
                        "Number of records put into outboxes",
                        () -> counters.produced(stage, partition, sink.name(), of -> of.records(partition)))
                .total(
                        "bytes-produced-total",
                        "Their size, in bytes",
                        () -> counters.produced(stage, partition, sink.name(), of -> of.bytes(partition)));
    }

    private MetricsGroup.Group topic(Stage stage, int partition, String node, String topic) {
        return ofPlan.group(
                "stream-topic-metrics", nodeTags(stage, partition, node).and("topic", topic));
    }

    /** Two instances of one application in a process have different clients. */
    private MetricTags engineTags() {
        return MetricTags.of("application-id", applicationId).and("client-id", listener.clientId());
    }

    private MetricTags taskTags(Stage stage, int partition) {
        return MetricTags.of("thread-id", threadId).and("task-id", task(stage, partition));
    }

    private MetricTags nodeTags(Stage stage, int partition, String node) {
        return taskTags(stage, partition).and("processor-node-id", node);
    }

    private static String task(Stage stage, int partition) {
        return new TaskId(stage.id(), partition).toString();
    }

    void sample() {
        always.sample();
        ofPlan.sample();
    }

    // ---- the committer's thread

    void onPhase(CommitPhase phase, long tookNs) {
        Sensor sensor = phases.get(phase);
        if (sensor != null) {
            sensor.record(tookNs / NS_PER_MS);
        }
    }

    void onCommitted(long tookNs) {
        commits.lazySet(commits.get() + 1);
        commitNs.lazySet(commitNs.get() + tookNs);
        commitLatency.record(tookNs / NS_PER_MS);
    }

    // ---- any thread

    /** The sensors that processors add, as sensors of the one stream thread. */
    StreamsMetrics sensors() {
        return new UserSensors(metrics, () -> threadId);
    }

    Map<MetricName, ? extends Metric> all() {
        catchUp();
        return metrics.metrics();
    }

    /** Has the totals show what is counted now. */
    void catchUp() {
        always.catchUp();
        ofPlan.catchUp();
    }

    /** Removes all metrics, and closes the reporters. */
    void close() {
        ofPlan.clear();
        always.clear();
        metrics.close();
    }
}
