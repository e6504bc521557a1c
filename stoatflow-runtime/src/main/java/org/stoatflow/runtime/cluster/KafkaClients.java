package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.ResetPolicy;

/**
 * The Kafka clients of one application: configures, makes and closes them. Owner: the dispatcher's thread. The
 * committer uses the producers, and may {@link #renew} one; restore threads and a recovery's make consumers that read
 * changelogs; {@link #metrics} and {@link #addInstanceIds} are for any thread.
 */
public final class KafkaClients {
    private static final int MEMBER_NAME_MAX = 249;
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);
    private static final Duration CLOSE_MAX = CLOSE_WAIT.multipliedBy(2);
    private static final String SESSION_TIMEOUT_MS = "10000";
    /** A restore reads few partitions at a time, and all of them. */
    private static final int RESTORE_FETCH_BYTES = 8 << 20;

    /** A request that waits at the end of one log holds up the next log of the same broker. */
    private static final int RESTORE_FETCH_WAIT_MS = 20;

    private static final int STANDBY_HEARTBEAT_MS = 500; // by its answer a standby hears that the owner has left

    private static final String MAX_POLL_RECORDS = "250"; // a poll brings so many, whatever their size

    private static final Map<String, String> AT_LEAST_ONCE_PRODUCER = Map.of(
            ProducerConfig.LINGER_MS_CONFIG, "0",
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1",
            ProducerConfig.BATCH_SIZE_CONFIG, "65536",
            ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000"); // all lanes' output waits meanwhile; see FlowSender

    private final KafkaClientSupplier supplier;
    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final ClientCloser closer;
    private final ClientIds ids;
    private String memberName = "";
    private ResetPolicy offsetReset = OffsetReset.parse(null);
    private IsolationLevel sourceIsolation = IsolationLevel.READ_COMMITTED;

    /**
     * Shared, with {@code globalConsumer}. Written by: the dispatcher's thread. Read by: the thread that asks for the
     * clients' metrics. Safe: volatile, one writer. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    private volatile @Nullable Consumer<byte[], byte[]> globalConsumer;
    private final OpenProducers producers = new OpenProducers();

    /**
     * Shared. Written by: restore threads and a recovery's add; the dispatcher's thread clears. Read by: the thread
     * that asks for the clients' metrics. Safe: a list that is copied at a write; a closed consumer has no metrics.
     * Proof: SharedFieldsTest.
     */
    private final CopyOnWriteArrayList<Consumer<byte[], byte[]>> restoreConsumers = new CopyOnWriteArrayList<>();

    public KafkaClients(
            KafkaClientSupplier supplier,
            StreamsConfig config,
            ApplicationSettings settings,
            ClientCloser closer,
            ClientIds ids) {
        this.supplier = supplier;
        this.config = config;
        this.settings = settings;
        this.closer = closer;
        this.ids = ids;
    }

    /**
     * Makes the consumer of the source topics. It is a static member of the application's group, under the {@code
     * group.instance.id} that the user has chosen, else under an id made from the instance's id.
     */
    public Consumer<byte[], byte[]> openConsumer(String instanceId, AssignmentExchange notes) {
        Map<String, Object> props = config.getMainConsumerConfigs(settings.applicationId(), ids.consumer(), 0);
        props.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(SingleOwnerAssignor.class.getName()));
        props.put(SingleOwnerAssignor.NOTES, notes);
        props.putIfAbsent(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, memberName(settings.applicationId(), instanceId));
        memberName = String.valueOf(props.get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
        props.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        if (ApplicationSettings.wantsStandbys(config)) {
            props.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, STANDBY_HEARTBEAT_MS);
        }
        if (!isPollChosen()) {
            props.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        }
        offsetReset = OffsetReset.parse(props.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none")); // see OffsetReset
        sourceIsolation = isCommittedOnly(props) ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED;
        Consumer<byte[], byte[]> opened = supplier.getConsumer(props);
        consumer = opened;
        return opened;
    }

    private static boolean isCommittedOnly(Map<String, Object> props) {
        Object isolation = props.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG);
        return isolation != null && isolation.toString().equals(IsolationLevel.READ_COMMITTED.toString());
    }

    /**
     * A {@code group.instance.id}, which may have fewer characters than the id of a group, and no other ones than the
     * name of a topic. It has to be the instance's only within the group.
     */
    static String memberName(String applicationId, String instanceId) {
        String name = (applicationId + "-" + instanceId).replaceAll("[^a-zA-Z0-9._-]", "_");
        return name.substring(Math.max(0, name.length() - MEMBER_NAME_MAX));
    }

    /**
     * Whether the user has set how many records a poll of the sources brings. The consumer's configuration does not
     * show it, since it holds Kafka Streams' default in any case.
     */
    private boolean isPollChosen() {
        return Stream.of("", StreamsConfig.CONSUMER_PREFIX, StreamsConfig.MAIN_CONSUMER_PREFIX)
                .map(prefix -> prefix + ConsumerConfig.MAX_POLL_RECORDS_CONFIG)
                .anyMatch(config.originals()::containsKey);
    }

    /** The {@code group.instance.id} of the consumer. */
    public String memberName() {
        return memberName;
    }

    /** The value of {@code auto.offset.reset} that the user has chosen. */
    public ResetPolicy offsetReset() {
        return offsetReset;
    }

    /** Makes the consumer of the topics of global stores, which has no group. Who gets it closes it. */
    public Consumer<byte[], byte[]> openGlobalConsumer() {
        Consumer<byte[], byte[]> opened = supplier.getGlobalConsumer(config.getGlobalConsumerConfigs(ids.client()));
        globalConsumer = opened;
        return opened;
    }

    public void forgetGlobalConsumer() {
        globalConsumer = null;
    }

    /** Makes a consumer that reads changelogs: committed records only, and without a group. */
    public Consumer<byte[], byte[]> newRestoreConsumer() {
        return restoreConsumer(IsolationLevel.READ_COMMITTED);
    }

    /** Whether the consumer of the source topics is handed records of transactions that are open, or were aborted. */
    public boolean areSourcesReadUncommitted() {
        return sourceIsolation == IsolationLevel.READ_UNCOMMITTED;
    }

    /** Makes a consumer that reads source topics again as the consumer of the source topics has read them. */
    public Consumer<byte[], byte[]> newSourceRestoreConsumer() {
        return restoreConsumer(sourceIsolation);
    }

    /**
     * Makes a consumer that asks where changelogs begin and end; the end is after records of open transactions, too.
     */
    public Consumer<byte[], byte[]> newOffsetsConsumer() {
        return restoreConsumer(IsolationLevel.READ_UNCOMMITTED);
    }

    private Consumer<byte[], byte[]> restoreConsumer(IsolationLevel isolation) {
        Map<String, Object> props = config.getRestoreConsumerConfigs(ids.restoreConsumer());
        props.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
        props.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, RESTORE_FETCH_BYTES);
        props.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, RESTORE_FETCH_WAIT_MS);
        Consumer<byte[], byte[]> made = supplier.getRestoreConsumer(props);
        restoreConsumers.add(made);
        return made;
    }

    /** How many transactional ids there are: two under exactly-once, else none. */
    public int transactionalIds() {
        return settings.exactlyOnce() ? 2 : 0;
    }

    /**
     * Initialises a transactional id by its producer, which is made. That aborts the transaction that an earlier
     * process has left open, and fences that process. Any thread.
     *
     * @param over whether nobody waits for this any more, so that it is not to be asked again
     */
    public void initialise(int index, Clock clock, BooleanSupplier over) {
        long deadlineNs = clock.nanos() + TimeSpans.nanos(settings.requestTimeout());
        initialise(producers.all().get(index), transactionalId(index), clock, deadlineNs, over);
    }

    /**
     * Replaces the producers by new ones, which have not yet asked the cluster anything. Under exactly-once there are
     * two, each with its transactional id.
     */
    public List<Producer<byte[], byte[]>> makeProducers() {
        closeProducers();
        int count = settings.exactlyOnce() ? 2 : 1;
        for (int index = 0; index < count; index++) {
            producers.add(makeProducer(index));
        }
        return producers.all();
    }

    /** Makes one of the producers, which has not asked the cluster anything. Who gets it closes it. */
    public Producer<byte[], byte[]> newProducer() {
        return makeProducer(0);
    }

    private Producer<byte[], byte[]> makeProducer(int index) {
        Map<String, Object> props = config.getProducerConfigs(ids.producer(index));
        if (settings.exactlyOnce()) {
            props.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(index));
            if (!isSet(ProducerConfig.MAX_BLOCK_MS_CONFIG)) {
                props.put(
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        settings.requestTimeout().toMillis());
            }
        } else {
            sendAsItComes(props);
        }
        return supplier.getProducer(props);
    }

    /**
     * Closes one of the producers without waiting for what it does, and makes another one that is initialised with its
     * transactional id. That aborts the transaction that the old one has left open. Any thread.
     *
     * @throws IllegalStateException if the producers were closed meanwhile: another owner may have the id
     */
    public Producer<byte[], byte[]> renew(Producer<byte[], byte[]> old, Clock clock) {
        closer.close("producer", CLOSE_MAX, () -> old.close(Duration.ZERO));
        int index = producers.replace(old, this::makeProducer);
        Producer<byte[], byte[]> made = producers.all().get(index);
        long deadlineNs = clock.nanos() + TimeSpans.nanos(settings.requestTimeout());
        initialise(made, transactionalId(index), clock, deadlineNs, () -> false); // fails where it is closed
        return made;
    }

    /**
     * Makes a producer send each record as it comes. Under at-least-once nobody flushes, so no record may linger.
     * Records that come while a request is under way go with the next one: so a busy machine sends fewer and larger
     * requests by itself, and an idle one sends at once. A request holds one batch for each partition. So a batch may
     * be as large as the batches of several requests of Kafka's defaults together.
     */
    private void sendAsItComes(Map<String, Object> props) {
        AT_LEAST_ONCE_PRODUCER.forEach((key, value) -> {
            if (!isSet(key)) {
                props.put(key, value);
            }
        });
    }

    private String transactionalId(int index) {
        return settings.applicationId() + "-stoatflow-" + index;
    }

    /**
     * Initialises a transactional id. Where the producer gives up after max.block.ms, this asks again until our own
     * time-out.
     */
    private void initialise(
            Producer<byte[], byte[]> producer,
            String transactionalId,
            Clock clock,
            long deadlineNs,
            BooleanSupplier over) {
        while (true) {
            try {
                producer.initTransactions();
                return;
            } catch (TimeoutException late) {
                if (clock.nanos() - deadlineNs >= 0 || over.getAsBoolean()) {
                    throw new StreamsException(
                            "The transactional id " + transactionalId + " could not be initialised within "
                                    + settings.requestTimeout().toMillis()
                                    + " ms. Check that the brokers run, and that the topic __transaction_state has"
                                    + " enough of its replicas",
                            late);
                }
            }
        }
    }

    private boolean isSet(String producerKey) {
        return config.originals().containsKey(producerKey)
                || config.originals().containsKey(StreamsConfig.producerPrefix(producerKey));
    }

    /** Forgets the consumers of a restore that is over; the restore has closed them. */
    public void forgetRestoreConsumers() {
        restoreConsumers.clear();
    }

    public List<Producer<byte[], byte[]>> producers() {
        return producers.all();
    }

    /**
     * Asks by a producer how many partitions a topic has: brokers that create topics by themselves create it for this
     * question. Waits for {@code max.block.ms} at most. Any thread.
     *
     * @return 0 if there is no such topic
     * @throws StreamsException if a producer cannot say, as where it may not, or is being closed
     */
    public int askToCreate(String topic) {
        List<Producer<byte[], byte[]>> open = producers.all();
        try {
            return open.isEmpty() ? 0 : open.getFirst().partitionsFor(topic).size();
        } catch (TimeoutException | InvalidTopicException absent) {
            return 0;
        } catch (InterruptException ended) {
            throw ended;
        } catch (KafkaException | IllegalStateException refused) { // the committer may be replacing the producer
            throw new StreamsException(
                    "A producer does not say how many partitions topic " + topic + " has: " + refused.getMessage(),
                    refused);
        }
    }

    /** The metrics of all clients, in Kafka Streams' order. */
    public Map<MetricName, Metric> metrics() {
        Map<MetricName, Metric> all = new LinkedHashMap<>();
        producers.all().forEach(producer -> all.putAll(producer.metrics()));
        Consumer<byte[], byte[]> joined = consumer;
        if (joined != null) {
            all.putAll(joined.metrics());
        }
        restoreConsumers.forEach(restoring -> all.putAll(restoring.metrics())); // a closed consumer has none
        Consumer<byte[], byte[]> global = globalConsumer;
        if (global != null) {
            all.putAll(global.metrics());
        }
        return all;
    }

    /**
     * Adds the ids under which brokers know the metrics of the open clients. Any thread: clients of Kafka ask their
     * reporter of telemetry, which has a lock of its own, and no part of a consumer that its thread owns (read in
     * kafka-clients 4.4.0).
     */
    public void addInstanceIds(InstanceIds found) {
        found.ofConsumer(ids.consumer(), consumer);
        found.ofConsumer(ids.globalConsumer(), globalConsumer);
        for (int index = 0; index < restoreConsumers.size(); index++) {
            found.ofConsumer(ids.restoreConsumer() + "-" + index, restoreConsumers.get(index));
        }
        List<Producer<byte[], byte[]>> open = producers.all();
        for (int index = 0; index < open.size(); index++) {
            found.ofProducer(ids.producer(index), open.get(index));
        }
    }

    public void closeProducers() {
        producers.takeAll().forEach(producer -> closer.close("producer", CLOSE_MAX, () -> producer.close(CLOSE_WAIT)));
    }

    /**
     * @param leaveGroup whether the consumer leaves the group now, so that the group need not wait for the session's
     *     end
     */
    public void closeConsumer(boolean leaveGroup) {
        Consumer<byte[], byte[]> joined = consumer;
        consumer = null;
        if (joined != null) {
            closer.close(
                    "consumer",
                    CLOSE_MAX,
                    () -> ConsumerClose.close(
                            joined,
                            CLOSE_WAIT,
                            leaveGroup
                                    ? CloseOptions.GroupMembershipOperation.LEAVE_GROUP
                                    : CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
        }
    }
}
