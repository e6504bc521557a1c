package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.LateOffsets;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Topics that are deleted once their records are processed and not committed: these cannot come again. */
class RevokedTopicIT {
    private static final int RECORDS = 100;

    @TempDir
    Path folder;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Gate gate = Gate.open();
    private String application;
    private String prefix;
    private String stays;
    private String goes;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("revoked");
        prefix = TestCluster.shared().uniqueName("matched");
        stays = Topic.create(prefix, 1);
        goes = Topic.create(prefix, 1);
        out = Topic.create("out", 1);
    }

    /** With caches, and a commit interval that is not over. */
    @Test
    void shouldKeepWhatKafkaStreamsKeeps() {
        Properties config = KafkaApp.config(application, folder, "at_least_once");
        try (Feed feed = new Feed();
                KafkaApp app = KafkaApp.running(KafkaPatternCount.topology(pattern(), out), byDefault(config))) {
            feed(feed, goes, "a");
            feed(feed, stays, "b");
            awaitSeen(KafkaPatternCount.SEEN);
            delete(goes);
            awaitGroupWithout(goes);
        }
        assertEquals(allKeys(), counted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldCommitWhatADeletedTopicOfAPatternHasBrought(String guarantee) {
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(patternStream()), config(guarantee))) {
            feed(feed, goes, "a");
            feed(feed, stays, "b");
            awaitSeen(seen);
            delete(goes);
            awaitCounted(app);
            awaitGroupWithout(goes);
            assertEquals(List.of(), app.errors());
        }
        assertEquals(allKeys(), counted());
    }

    /** The only topic that the pattern matches is gone, so that the owner has no partition. */
    @Test
    void shouldCommitWhatTheLastTopicOfAPatternHasBrought() {
        delete(stays);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(patternStream()), config("at_least_once"))) {
            feed(feed, goes, "a");
            feed(feed, goes, "b");
            awaitSeen(seen);
            delete(goes);
            awaitCounted(app);
            feed(feed, Topic.create(prefix, 1), "c");
            awaitSeen(seen, keys("c", RECORDS));
            assertEquals(List.of(), app.errors());
        } // the close commits what the interval has not
        assertEquals(allKeysAnd(keys("c", RECORDS)), counted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldCommitWhatADeletedTopicHasBroughtBeforeItIsMissed(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        Topology topology = count(builder, builder.stream(List.of(stays, goes)));
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(topology, config(guarantee))) {
            feed(feed, goes, "a");
            feed(feed, stays, "b");
            awaitSeen(seen);
            delete(goes);
            app.await(KafkaStreams.State.ERROR);
            assertInstanceOf(MissingSourceTopicException.class, app.errors().getFirst(), () -> "" + app.errors());
        }
        assertEquals(allKeys(), counted());
    }

    /** Records that were handed out, and are processed only after the topic has gone. */
    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void shouldCommitWhatIsStillBeingProcessed(String guarantee) {
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(patternStream()), config(guarantee))) {
            gate.close();
            feed(feed, goes, "a");
            gate.awaitAnyWaiting();
            delete(goes);
            awaitGroupWithout(goes);
            gate.reopen();
            awaitKeys("a", app);
            feed(feed, stays, "b");
            awaitSeen(seen);
            assertEquals(List.of(), app.errors());
        } // the close commits what the interval has not
        assertEquals(allKeys(), counted());
    }

    /** The first records of the second topic have the offsets of records of the first one that are processed. */
    @ParameterizedTest
    @CsvSource({"at_least_once, true", "at_least_once, false", "exactly_once_v2, true", "exactly_once_v2, false"})
    void shouldReadATopicThatIsMadeAnew(String guarantee, boolean slowly) {
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(patternStream()), config(guarantee))) {
            feed(feed, goes, "a");
            feed(feed, stays, "b");
            awaitSeen(seen);
            delete(goes);
            if (slowly) {
                awaitGroupWithout(goes);
                awaitCounted(app);
            }
            makeGoingAnew();
            feed(feed, goes, "c", RECORDS / 2);
            awaitSeen(seen, keys("c", RECORDS / 2));
            assertEquals(List.of(), app.errors());
        } // the close commits what the interval has not
        assertEquals(allKeysAnd(keys("c", RECORDS / 2)), counted());
    }

    /** The client asks for a partition that is gone until max.block.ms, and cannot abort meanwhile. */
    @Test
    void shouldCommitWhereATopicGoesWhileItsPositionIsAdded() {
        Properties config = config("exactly_once_v2");
        config.put("producer." + ProducerConfig.MAX_BLOCK_MS_CONFIG, 10 * Eventually.LIMIT.toMillis());
        LateOffsets clients = new LateOffsets(partition -> partition.topic().equals(goes), 1, this::deleteGoing);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(patternStream()), config, clients)) {
            feed(feed, goes, "a");
            awaitKeys("a", app);
            feed(feed, stays, "b");
            awaitCounted(app);
            assertEquals(List.of(), app.errors());
            Group.awaitAllCommitted(application, List.of(stays));
        }
        assertEquals(1, clients.held());
        assertEquals(2 * RECORDS, Topic.count(out), "each count once");
    }

    /** The client keeps the id of the former topic, and asks with it until the transaction is timed out. */
    @Test
    void shouldCommitWhereATopicIsMadeAnewWhileItsPositionIsAdded() {
        int toldTwiceToEachProducer = 4;
        LateOffsets clients =
                new LateOffsets(partition -> partition.topic().equals(goes), toldTwiceToEachProducer + 1, () -> {
                    delete(goes);
                    makeGoingAnew();
                });
        Set<String> all = new TreeSet<>();
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(count(patternStream()), config("exactly_once_v2"), clients)) {
            for (int i = 0; clients.held() == 0; i++) {
                feed.send(goes, "a" + i, "a" + i);
                feed.flush();
                all.add("a" + i);
                Eventually.await(
                        () -> counted().containsAll(all), () -> all + " of " + counted() + ", " + app.errors());
            }
            feed(feed, goes, "c", RECORDS / 2);
            all.addAll(keys("c", RECORDS / 2));
            awaitSeen(seen, keys("c", RECORDS / 2));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(all, counted());
        assertEquals(all.size(), Topic.count(out), "each count once");
    }

    private void deleteGoing() {
        delete(goes);
        Eventually.await(() -> !names().contains(goes), () -> "the brokers know " + goes);
    }

    private void makeGoingAnew() {
        Eventually.await(() -> !names().contains(goes), () -> "the brokers know " + goes);
        TestCluster.shared().createTopic(goes, 1);
        Topic.awaitServed(goes, 1);
    }

    private static Set<String> names() {
        return Group.answer(TestCluster.shared().admin().listTopics().names());
    }

    private void awaitKeys(String keys, OurApp app) {
        Eventually.await(
                () -> counted().stream().filter(key -> key.startsWith(keys)).count() == RECORDS,
                () -> "counts of " + keys + "; there are " + counted().size() + ", " + app.errors());
    }

    private Topology count(StreamsBuilder builder, KStream<String, String> stream) {
        stream.peek((key, value) -> {
                    gate.run();
                    seen.add(value);
                })
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private interface Sources {
        KStream<String, String> of(StreamsBuilder builder);
    }

    private Sources patternStream() {
        return builder -> builder.stream(pattern());
    }

    private Topology count(Sources sources) {
        StreamsBuilder builder = new StreamsBuilder();
        return count(builder, sources.of(builder));
    }

    private Pattern pattern() {
        return Pattern.compile(Pattern.quote(prefix) + "-.*");
    }

    private static void feed(Feed feed, String topic, String keys) {
        feed(feed, topic, keys, RECORDS);
    }

    private static void feed(Feed feed, String topic, String keys, int records) {
        for (int i = 0; i < records; i++) {
            feed.send(topic, keys + i, keys + i);
        }
        feed.flush();
    }

    private static void awaitSeen(Set<String> seen) {
        awaitSeen(seen, allKeys());
    }

    private static void awaitSeen(Set<String> seen, Set<String> keys) {
        Eventually.await(() -> seen.containsAll(keys), () -> "all records are processed; " + seen.size());
    }

    private static void delete(String topic) {
        Group.answer(TestCluster.shared().admin().deleteTopics(List.of(topic)).all());
    }

    private void awaitGroupWithout(String topic) {
        Eventually.await(
                () -> Group.owned(application).stream()
                        .noneMatch(partition -> partition.topic().equals(topic)),
                () -> "the group owns " + Group.owned(application));
    }

    private void awaitCounted(OurApp app) {
        Eventually.await(
                () -> counted().containsAll(allKeys()),
                () -> "all counts; there are " + counted().size() + ", " + app.errors());
    }

    private Set<String> counted() {
        return Topic.read(out, new StringDeserializer(), new LongDeserializer()).stream()
                .map(record -> record.key())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> allKeys() {
        Set<String> all = keys("a", RECORDS);
        all.addAll(keys("b", RECORDS));
        return all;
    }

    private static Set<String> allKeysAnd(Set<String> more) {
        Set<String> all = allKeys();
        all.addAll(more);
        return all;
    }

    private static Set<String> keys(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + i).collect(Collectors.toCollection(TreeSet::new));
    }

    private Properties config(String guarantee) {
        return byDefault(OurApp.config(application, folder, guarantee));
    }

    /** Caches and commit intervals as they are by default. */
    private static Properties byDefault(Properties config) {
        config.remove(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
        config.remove(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        return Group.noticingTopics(config);
    }
}
