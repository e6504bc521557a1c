package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.LateGenerations;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;

/** Members of the group: strangers, members with other settings, members that come and go. */
class GroupIT {
    private static final int PARTITIONS = 3;

    private static final CloseOptions LEAVING = CloseOptions.timeout(Duration.ofSeconds(30))
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);

    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("members");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", 2);
    }

    /** Kafka Streams leaves such a member behind when it is closed without leaving its group. */
    @Test
    void shouldWaitUntilTheSessionOfAStrangerEnds() {
        leaveAStrangerBehind();
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(copy(), config("exactly_once_v2", "a"))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(in, 1, 10);
            numbers.awaitExactly(out);
            assertEquals(List.of(), app.errors());
        }
    }

    private void leaveAStrangerBehind() {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                application,
                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                "stranger", // a static member does not leave
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                6_000);
        try (KafkaConsumer<String, String> stranger =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            stranger.subscribe(List.of(in));
            Eventually.await(
                    () -> {
                        stranger.poll(Duration.ofMillis(50));
                        return !stranger.assignment().isEmpty();
                    },
                    () -> "the stranger's partitions");
        }
        assertEquals(1, Group.members(application).size());
    }

    /** So a readiness probe passes, and a rolling update goes on. */
    @Test
    void shouldShowAnInstanceThatWaitsAsRunningAndHaveItTakeOver() {
        Properties first = config("exactly_once_v2", "a");
        first.put("application.server", "first:7");
        try (Feed feed = new Feed();
                OurApp owner = OurApp.running(table(), first);
                OurApp waiting = OurApp.running(table(), config("exactly_once_v2", "b"))) {
            InvalidStateStoreException refused = assertThrows(
                    InvalidStateStoreException.class, () -> rows(waiting).get("key"));
            assertTrue(refused.getMessage().contains("the owner at first:7 has it"), refused::getMessage);
            owner.closeAndLeave();
            feed.send(in, "key", "value");
            feed.flush();
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals("value", rows(waiting).get("key"));
            assertEquals(List.of(), waiting.errors());
        }
    }

    private Topology table() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(in, Materialized.as("rows"));
        return builder.build();
    }

    private static ReadOnlyKeyValueStore<String, String> rows(OurApp app) {
        return app.streams().store(StoreQueryParameters.fromNameAndType("rows", QueryableStoreTypes.keyValueStore()));
    }

    @Test
    void shouldRefuseAMemberWithAnotherGuarantee() {
        try (OurApp owner = OurApp.running(copy(), config("exactly_once_v2", "a"))) {
            requireRefused(
                    copy(), "at_least_once", "processing.guarantee is at_least_once here", "exactly_once_v2 there");
            assertEquals(KafkaStreams.State.RUNNING, owner.streams().state());
            assertEquals(List.of(), owner.errors());
        }
    }

    @Test
    void shouldRefuseAMemberWithAnotherTopology() {
        StreamsBuilder other = new StreamsBuilder();
        other.<String, String>stream(in).mapValues(value -> value).to(out);
        try (OurApp owner = OurApp.running(copy(), config("exactly_once_v2", "a"))) {
            requireRefused(other.build(), "exactly_once_v2", "topology");
            assertEquals(KafkaStreams.State.RUNNING, owner.streams().state());
            assertEquals(List.of(), owner.errors());
        }
    }

    private void requireRefused(Topology topology, String guarantee, String... said) {
        Properties config = config(guarantee, "b");
        config.put("stoatflow.join.wait.ms", "500");
        OurApp refused = OurApp.of(topology, config);
        try (refused) {
            refused.streams().start();
            refused.await(KafkaStreams.State.ERROR);
        }
        assertEquals(1, refused.errors().size(), () -> "errors " + refused.errors());
        String message = String.valueOf(refused.errors().getFirst().getMessage());
        List.of(said).forEach(word -> assertTrue(message.contains(word), () -> "says " + word + ": " + message));
    }

    /** A new version of the application on the same folder is the same member, and is measured by nobody. */
    @Test
    void shouldStartWithAnotherTopologyOnTheSameFolder() {
        String added = Topic.create("added", 2);
        StreamsBuilder other = new StreamsBuilder();
        other.<String, String>stream(List.of(in, added)).to(out);
        try (Feed feed = new Feed()) {
            Numbers numbers = new Numbers(feed);
            try (OurApp app = OurApp.running(copy(), config("exactly_once_v2", "a"))) {
                numbers.feed(in, 0, 10);
                numbers.awaitExactly(out);
                assertEquals(List.of(), app.errors());
            }
            numbers.feed(added, 1, 10);
            try (OurApp app = OurApp.running(other.build(), config("exactly_once_v2", "a"))) {
                numbers.awaitExactly(out);
                assertEquals(List.of(), app.errors());
            }
        }
    }

    @Test
    void shouldHonourTheInstanceIdThatTheUserHasChosen() {
        Properties config = config("exactly_once_v2", "a");
        config.put("main.consumer.group.instance.id", "pod");
        try (OurApp app = OurApp.running(copy(), config)) {
            List<String> names = Group.members(application).stream()
                    .map(MemberDescription::groupInstanceId)
                    .map(id -> id.orElse("none"))
                    .toList();
            assertEquals(List.of("pod-0"), names);
            assertEquals(List.of(), app.errors());
        }
    }

    /** Each member that comes or goes gives the group a new generation, while a commit in progress has the old one. */
    @Test
    void shouldSendAnEpochAgainInsteadOfStartingAgainWhileMembersComeAndGo() {
        List<String> states = new CopyOnWriteArrayList<>();
        Properties config = config("exactly_once_v2", "a");
        config.put("default.client.supplier", LateGenerations.class.getName());
        Properties others = config("exactly_once_v2", "b");
        others.put(
                "main.consumer.session.timeout.ms",
                "6000"); // a member that leaves before it knows its id stays so long
        OurApp owner = OurApp.of(copy(), config);
        owner.streams().setStateListener((now, before) -> states.add(now.name()));
        LoggedLines committer = LoggedLines.of("org.stoatflow.runtime.sink.EpochCommit");
        try (Feed feed = new Feed();
                committer;
                owner) {
            owner.streams().start();
            owner.awaitRunning();
            Numbers numbers = new Numbers(feed);
            for (int round = 0; round < 4; round++) {
                try (OurApp waiting = OurApp.of(copy(), others)) {
                    waiting.streams().start();
                    feedUntilMembersAre(2, numbers);
                    waiting.streams().close(LEAVING);
                    feedUntilMembersAre(1, numbers);
                }
            }
            numbers.awaitExactly(out);
            assertEquals(List.of(), owner.errors());
            assertEquals(List.of("REBALANCING", "RUNNING"), states, "no restart, no rebalance that is felt");
            assertTrue(committer.count("sent again") > 0, "a commit with an old generation was among them");
        }
    }

    private void feedUntilMembersAre(int count, Numbers numbers) {
        Eventually.await(
                () -> {
                    for (int i = 0; i < 20; i++) {
                        numbers.feed(in, i % PARTITIONS, 2);
                    }
                    return Group.isStable(application, count);
                },
                () -> count + " members; there are " + Group.members(application));
    }

    private Topology copy() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).to(out);
        return builder.build();
    }

    private Properties config(String guarantee, String instance) {
        return OurApp.config(application, folder.resolve(instance), guarantee);
    }
}
