package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SingleOwnerAssignorTest {
    private static final List<TopicPartition> ALL =
            List.of(new TopicPartition("in", 0), new TopicPartition("in", 1), new TopicPartition("in", 2));

    private final Map<String, Subscription> members = new HashMap<>();

    @Test
    void shouldGiveEverythingToTheOnlyMember() {
        member("a", List.of());

        assertEquals(ALL, assigned().get("a"));
    }

    @Test
    void shouldChooseTheSmallestIdWhereNobodyOwnsAnything() {
        member("b", List.of());
        member("a", List.of());

        assertEquals(ALL, assigned().get("a"));
        assertTrue(assigned().get("b").isEmpty());
    }

    @Test
    void shouldLeaveTheOwnerAloneWhenAnotherJoins() {
        member("z", ALL);
        member("a", List.of());

        assertEquals(ALL, assigned().get("z"));
        assertTrue(assigned().get("a").isEmpty());
    }

    /** The topics of its pattern are gone, and it is still committing what it has read of them. */
    @Test
    void shouldLeaveAnOwnerThatHasNothingLeftTheOwner() {
        member("z", List.of(), new MemberSettings(Map.of("guarantee", "once")).ofOwner());
        member("a", List.of());

        assertEquals(ALL, assigned().get("z"));
    }

    @Test
    void shouldTellAllThatOneMemberEndsThemAll() {
        member("a", ALL, new MemberSettings(Map.of("guarantee", "once")));
        member("b", List.of(), new MemberSettings(Map.of("guarantee", "once")).ofEnd("b"));
        for (Assignment assignment : assignments().values()) {
            MemberSettings told =
                    AssignmentInfo.decode(assignment.userData()).orElseThrow().settings();
            assertEquals(Optional.of("b"), told.askedToEndBy());
            assertEquals(List.of(), told.differencesTo(new MemberSettings(Map.of("guarantee", "once"))));
        }
    }

    @Test
    void shouldPreferAMemberThatHasFollowedAndTellOfTheOthersThatDo() {
        MemberSettings following = new MemberSettings(Map.of(MemberSettings.SERVER, "host:1")).ofStandby();
        member("a", List.of());
        member("y", List.of(), following);
        member("z", List.of(), following);

        assertEquals(ALL, assigned().get("y"));
        assertEquals(
                Map.of("z", following),
                AssignmentInfo.decode(assignments().get("member-y").userData())
                        .orElseThrow()
                        .standbys());
    }

    @Test
    void shouldPreferAMemberWithPartitionsToOneThatWasTheOwner() {
        member("a", List.of(), MemberSettings.UNKNOWN.ofOwner());
        member("z", ALL);

        assertEquals(ALL, assigned().get("z"));
    }

    /** It was frozen while another has become the owner, and has not heard of that. */
    @Test
    void shouldNotCountWhatWasOwnedInAnEarlierGeneration() {
        member("a", ALL, MemberSettings.UNKNOWN.ofOwner(), 1);
        member("z", ALL, MemberSettings.UNKNOWN, 2);

        assertEquals(ALL, assigned().get("z"), "nothing is taken from the owner either");
        assertTrue(assigned().get("a").isEmpty());
    }

    @Test
    void shouldGiveNewPartitionsToTheOwner() {
        member("z", ALL.subList(0, 2));
        member("a", List.of());

        assertEquals(ALL, assigned().get("z"));
    }

    @Test
    void shouldNotGiveAwayWhatAnotherHasNotGivenUpYet() {
        member("z", ALL.subList(0, 2));
        member("a", ALL.subList(2, 3));

        assertEquals(ALL.subList(0, 2), assigned().get("z"));
        assertTrue(assigned().get("a").isEmpty(), "it is asked to give up its partition first");
    }

    @Test
    void shouldTellEachMemberWhoTheOwnerIsAndWhatItGoesBy() {
        MemberSettings settings = new MemberSettings(Map.of("guarantee", "once"));
        member("z", ALL, settings);
        member("a", List.of(), new MemberSettings(Map.of("guarantee", "twice")));

        AssignmentInfo note = new AssignmentInfo("z", settings, Map.of("in", 3));
        for (Assignment assignment : assignments().values()) {
            AssignmentExchange notes = new AssignmentExchange(MemberSettings.UNKNOWN);
            SingleOwnerAssignor receiver = new SingleOwnerAssignor();
            receiver.configure(Map.of(SingleOwnerAssignor.NOTES, notes));
            receiver.onAssignment(assignment, null);
            assertEquals(Optional.of(note), notes.last());
            assertEquals(1, notes.assignments());
        }
    }

    @Test
    void shouldSayWhatItsOwnMemberGoesBy() {
        MemberSettings settings = new MemberSettings(Map.of("guarantee", "once"));
        SingleOwnerAssignor assignor = new SingleOwnerAssignor();
        assignor.configure(Map.of(SingleOwnerAssignor.NOTES, new AssignmentExchange(settings)));

        assertEquals(settings, AssignmentInfo.settings(assignor.subscriptionUserData(Set.of("in"))));
    }

    @Test
    void shouldSayThatItsOwnMemberIsTheOwner() {
        MemberSettings settings = new MemberSettings(Map.of("guarantee", "once"));
        AssignmentExchange notes = new AssignmentExchange(settings);
        SingleOwnerAssignor assignor = new SingleOwnerAssignor();
        assignor.configure(Map.of(SingleOwnerAssignor.NOTES, notes));
        notes.isOwner(true);
        MemberSettings told = AssignmentInfo.settings(assignor.subscriptionUserData(Set.of("in")));
        assertTrue(told.areOfOwner());
        assertEquals(List.of(), settings.differencesTo(told), "members need not agree on it");
        notes.isOwner(false);
        assertEquals(settings, AssignmentInfo.settings(assignor.subscriptionUserData(Set.of("in"))));
    }

    private void member(String id, List<TopicPartition> owned) {
        member(id, owned, MemberSettings.UNKNOWN);
    }

    private void member(String id, List<TopicPartition> owned, MemberSettings settings) {
        member(id, owned, settings, 1);
    }

    private void member(String id, List<TopicPartition> owned, MemberSettings settings, int generation) {
        Subscription subscription =
                new Subscription(List.of("in"), AssignmentInfo.encode(settings), owned, generation, Optional.empty());
        subscription.setGroupInstanceId(Optional.of(id));
        members.put("member-" + id, subscription);
    }

    private Map<String, List<TopicPartition>> assigned() {
        Map<String, List<TopicPartition>> assigned = new HashMap<>();
        assignments()
                .forEach((member, assignment) ->
                        assigned.put(member.substring("member-".length()), assignment.partitions()));
        return assigned;
    }

    private Map<String, Assignment> assignments() {
        Node node = new Node(0, "host", 1);
        List<PartitionInfo> partitions = new ArrayList<>();
        for (TopicPartition partition : ALL) {
            partitions.add(new PartitionInfo("in", partition.partition(), node, new Node[] {node}, new Node[] {node}));
        }
        Cluster cluster = new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
        return new SingleOwnerAssignor()
                .assign(cluster, new GroupSubscription(members))
                .groupAssignment();
    }
}
