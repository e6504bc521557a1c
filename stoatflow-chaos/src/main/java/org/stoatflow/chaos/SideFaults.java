package org.stoatflow.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.localkafka.LocalKafka;

/**
 * The faults of source topics: they are deleted while the application reads them, and their logs are cut. It keeps what
 * the output must have of the deleted ones. One thread.
 */
final class SideFaults {
    /** How many records a topic is fed at a time. */
    private static final int RECORDS = 300;

    /** So that a deletion finds records that are processed and not yet committed. */
    private static final String LAZY_COMMITS = "commit.interval.ms=3000";

    private final LocalKafka kafka;
    private final Committed committed;
    private final RunMonitor monitor;
    private final Random random;
    private final Path folder;
    private final SideFeed feed;
    private final List<Tenant> tenants = new ArrayList<>();
    private int emptyFolders;

    /**
     * A deleted topic.
     *
     * @param passed the serials of the records that were processed
     * @param kept whether the application has not failed meanwhile: one that does is to process its records again, and
     *     these are gone
     */
    record Tenant(String topic, BitSet passed, boolean kept) {}

    /** @param folder for the state of instances that begin with nothing */
    SideFaults(LocalKafka kafka, Committed committed, RunMonitor monitor, Random random, Path folder) {
        this.kafka = kafka;
        this.committed = committed;
        this.monitor = monitor;
        this.random = random;
        this.folder = folder;
        this.feed = new SideFeed(kafka.bootstrapServers());
    }

    /** The topics that were deleted. */
    List<Tenant> tenants() {
        return List.copyOf(tenants);
    }

    /** Starts the application so that it commits seldom. */
    void startLazily(Instance owner) {
        owner.start(LAZY_COMMITS);
    }

    /** Deletes a topic once its records, or the first half of them at least, are processed. */
    void deleteTopic(Instance owner) {
        String topic = Names.TENANT_PREFIX + (tenants.size() + 1);
        int failures = failures(owner);
        kafka.createTopic(topic, Names.TENANT_PARTITIONS);
        feed.feed(topic, RECORDS);
        int enough = random.nextBoolean() ? RECORDS : random.nextInt(RECORDS / 2, RECORDS);
        monitor.until(
                () -> owner.log().passed(topic).cardinality() >= enough,
                FaultExecutor.RECOVERY_LIMIT,
                () -> enough + " records of topic " + topic + " are processed, "
                        + owner.log().passed(topic).cardinality() + " are");
        committed.delete(topic);
        monitor.until(
                () -> !committed.owned(Names.APPLICATION).contains(topic),
                FaultExecutor.RECOVERY_LIMIT,
                () -> "the application goes on without topic " + topic);
        // What was handed out is processed to its end, after the deletion, too.
        monitor.until(owner::isRunning, FaultExecutor.RECOVERY_LIMIT, () -> "instance " + owner.name() + " runs");
        tenants.add(new Tenant(topic, owner.log().passed(topic), failures(owner) == failures));
    }

    private static int failures(Instance owner) {
        return owner.log().count(Sign.RESTARTED)
                + owner.log().count(Sign.STARTED_OVER)
                + owner.log().count(Sign.ASKED);
    }

    /** Feeds the topic whose log is cut, and returns once all of it is committed. */
    void feedBeforeTheCut() {
        feed.feed(Names.CUT, RECORDS);
        TopicPartition partition = new TopicPartition(Names.CUT, 0);
        long end = committed.ends(Names.CUT).getOrDefault(partition, 0L);
        monitor.until(
                () -> committed.offsets(Names.APPLICATION).getOrDefault(partition, 0L) >= end,
                FaultExecutor.RECOVERY_LIMIT,
                () -> "topic " + Names.CUT + " is committed up to " + end);
    }

    /** Cuts the log before what is committed of it; the brokers are away meanwhile. */
    void cutLog() {
        long end = committed.ends(Names.CUT).getOrDefault(new TopicPartition(Names.CUT, 0), 0L);
        kafka.stop();
        kafka.cutLog(Names.CUT, 0, end - random.nextInt(RECORDS / 4, RECORDS));
        kafka.restart();
    }

    /** Feeds the topic whose log was cut, fewer records than before or more. */
    void feedBehindTheCut() {
        feed.feed(Names.CUT, random.nextInt(1, 2 * RECORDS));
    }

    /** Returns once the records that were fed last are processed. */
    void awaitBehindTheCut(Instance owner) {
        int last = feed.fed(Names.CUT);
        monitor.until(
                () -> owner.log().passed(Names.CUT).get(last),
                FaultExecutor.RECOVERY_LIMIT,
                () -> "record " + last + " of topic " + Names.CUT + " is processed");
    }

    /** A state folder that does not exist. */
    Path emptyFolder() {
        return folder.resolve("state-after-cut-" + ++emptyFolders);
    }
}
