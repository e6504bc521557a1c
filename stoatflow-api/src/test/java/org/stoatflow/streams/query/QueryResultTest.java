package org.stoatflow.streams.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;

/** Requests and results of queries, some of them beside Kafka Streams'. */
class QueryResultTest {
    private static final class Store implements StateStore {
        @Override
        public String name() {
            return "store";
        }

        @Override
        public void init(StateStoreContext stateStoreContext, StateStore root) {}

        @Override
        public void close() {}

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return true;
        }
    }

    @Test
    void shouldGiveResultsAsKafkaStreamsDoes() {
        QueryResult<String> ours = QueryResult.forResult("found");
        org.apache.kafka.streams.query.QueryResult<String> theirs =
                org.apache.kafka.streams.query.QueryResult.forResult("found");
        ours.addExecutionInfo("one");
        theirs.addExecutionInfo("one");
        ours.setPosition(Position.emptyPosition().withComponent("t", 0, 1));
        theirs.setPosition(
                org.apache.kafka.streams.query.Position.emptyPosition().withComponent("t", 0, 1));
        assertEquals(theirs.toString(), ours.toString());
        assertTrue(ours.isSuccess());
        assertFalse(ours.isFailure());
        assertEquals("found", ours.getResult());
        assertThrows(IllegalArgumentException.class, theirs::getFailureReason);
        assertThrows(IllegalArgumentException.class, ours::getFailureReason);
        assertThrows(IllegalArgumentException.class, ours::getFailureMessage);
    }

    @Test
    void shouldGiveFailuresAsKafkaStreamsDoes() {
        for (FailureReason reason : FailureReason.values()) {
            QueryResult<String> ours = QueryResult.forFailure(reason, "why");
            assertEquals(
                    org.apache.kafka.streams.query.QueryResult.forFailure(
                                    org.apache.kafka.streams.query.FailureReason.valueOf(reason.name()), "why")
                            .toString(),
                    ours.toString());
            assertEquals(reason, ours.getFailureReason());
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, ours::getResult);
            assertTrue(refused.getMessage().contains(reason + ": why"), refused::getMessage);
        }
        assertEquals(org.apache.kafka.streams.query.FailureReason.values().length, FailureReason.values().length);
    }

    @Test
    void shouldSayHowFarAStoreIsBehind() {
        Position position = Position.emptyPosition().withComponent("t", 2, 3);
        org.apache.kafka.streams.query.Position theirPosition =
                org.apache.kafka.streams.query.Position.emptyPosition().withComponent("t", 2, 3);
        for (Integer partition : new Integer[] {null, 2}) {
            assertEquals(
                    org.apache.kafka.streams.query.QueryResult.notUpToBound(
                                    theirPosition,
                                    org.apache.kafka.streams.query.PositionBound.at(theirPosition),
                                    partition)
                            .toString(),
                    QueryResult.notUpToBound(position, PositionBound.at(position), partition)
                            .toString());
        }
    }

    @Test
    void shouldKnowNoTypeOfQueryInAStoreThatImplementsNone() {
        StateStore store = new Store();
        Query<String> query = new Query<>() {
            @Override
            public String toString() {
                return "my query";
            }
        };
        QueryResult<String> result = store.query(query, PositionBound.unbounded(), new QueryConfig(false));
        assertEquals(FailureReason.UNKNOWN_QUERY_TYPE, result.getFailureReason());
        assertTrue(result.getFailureMessage().contains("my query"), result::getFailureMessage);
        assertTrue(result.getFailureMessage().contains(Store.class.getName()), result::getFailureMessage);
        UnsupportedOperationException refused = assertThrows(UnsupportedOperationException.class, store::getPosition);
        assertTrue(refused.getMessage().contains(Store.class.getName()), refused::getMessage);
    }

    @Test
    void shouldFindTheOnePartitionThatHasAResult() {
        StateQueryResult<String> result = new StateQueryResult<>();
        assertNull(result.getOnlyPartitionResult());
        result.addResult(0, QueryResult.forResult(null));
        result.addResult(1, QueryResult.forFailure(FailureReason.NOT_PRESENT, "elsewhere"));
        assertNull(result.getOnlyPartitionResult());
        QueryResult<String> found = QueryResult.forResult("found");
        result.addResult(2, found);
        assertSame(found, result.getOnlyPartitionResult());
        result.addResult(3, QueryResult.forResult("again"));
        assertThrows(IllegalArgumentException.class, result::getOnlyPartitionResult);
    }

    @Test
    void shouldBeAsFarAsThePartitionsTogetherOrTheGlobalStore() {
        StateQueryResult<String> result = new StateQueryResult<>();
        QueryResult<String> one = QueryResult.forResult("a");
        one.setPosition(Position.emptyPosition().withComponent("t", 0, 4));
        QueryResult<String> other = QueryResult.forResult("b");
        other.setPosition(Position.emptyPosition().withComponent("t", 0, 2).withComponent("u", 1, 7));
        result.addResult(0, one);
        result.addResult(1, other);
        result.addResult(2, QueryResult.forResult("without a position"));
        assertEquals(Position.emptyPosition().withComponent("t", 0, 4).withComponent("u", 1, 7), result.getPosition());
        QueryResult<String> global = QueryResult.forResult("g");
        global.setPosition(Position.emptyPosition().withComponent("g", 0, 1));
        result.setGlobalResult(global);
        assertSame(global, result.getGlobalResult());
        assertEquals(global.getPosition(), result.getPosition());
    }

    @Test
    void shouldAskAllPartitionsWithoutABoundUnlessItIsToldOtherwise() {
        Query<Integer> query = KeyQuery.withKey("k");
        StateQueryRequest<Integer> plain = StateQueryRequest.inStore("s").withQuery(query);
        assertEquals("s", plain.getStoreName());
        assertSame(query, plain.getQuery());
        assertTrue(plain.isAllPartitions() && plain.getPositionBound().isUnbounded());
        assertFalse(plain.executionInfoEnabled() || plain.isRequireActive());
        assertThrows(IllegalStateException.class, plain::getPartitions);

        PositionBound bound = PositionBound.at(Position.emptyPosition().withComponent("t", 0, 1));
        StateQueryRequest<Integer> all = plain.withPartitions(Set.of(1, 3))
                .withPositionBound(bound)
                .enableExecutionInfo()
                .requireActive();
        assertEquals(Set.of(1, 3), all.getPartitions());
        assertEquals(bound, all.getPositionBound());
        assertTrue(all.executionInfoEnabled() && all.isRequireActive());
        assertTrue(all.withAllPartitions().isAllPartitions());
        assertTrue(plain.isAllPartitions());
    }

    @Test
    void shouldKeepTheBoundsOfARangeWhenItsOrderIsChosen() {
        RangeQuery<Integer, String> range = RangeQuery.withRange(1, null);
        assertEquals(ResultOrder.ANY, range.resultOrder());
        for (RangeQuery<Integer, String> ordered : List.of(range.withAscendingKeys(), range.withDescendingKeys())) {
            assertEquals(1, ordered.getLowerBound().orElseThrow());
            assertTrue(ordered.getUpperBound().isEmpty());
        }
        assertEquals(ResultOrder.ASCENDING, range.withAscendingKeys().resultOrder());
        assertEquals(
                ResultOrder.DESCENDING,
                TimestampedRangeQuery.withUpperBound(3).withDescendingKeys().resultOrder());
        assertThrows(NullPointerException.class, () -> RangeQuery.withUpperBound(null));
        assertThrows(NullPointerException.class, () -> TimestampedRangeQuery.withLowerBound(null));
        assertTrue(TimestampedRangeQuery.withNoBounds().lowerBound().isEmpty());
    }

    @Test
    void shouldRefuseKeysThatAreNull() {
        assertThrows(NullPointerException.class, () -> KeyQuery.withKey(null));
        assertThrows(NullPointerException.class, () -> TimestampedKeyQuery.withKey(null));
        assertThrows(NullPointerException.class, () -> VersionedKeyQuery.withKey(null));
        assertThrows(NullPointerException.class, () -> MultiVersionedKeyQuery.withKey(null));
        assertThrows(
                NullPointerException.class, () -> VersionedKeyQuery.withKey(1).asOf(null));
        assertThrows(NullPointerException.class, () -> WindowRangeQuery.withKey(null));
        assertTrue(KeyQuery.withKey(1).skipCache().isSkipCache());
        assertFalse(TimestampedKeyQuery.withKey(1).isSkipCache());
    }

    @Test
    void shouldKeepTimesOfVersionsWhenTheOrderIsChosen() {
        Instant from = Instant.ofEpochMilli(1);
        Instant to = Instant.ofEpochMilli(9);
        MultiVersionedKeyQuery<String, String> query = MultiVersionedKeyQuery.<String, String>withKey("k")
                .fromTime(from)
                .toTime(to)
                .withAscendingTimestamps();
        assertEquals(ResultOrder.ASCENDING, query.resultOrder());
        assertEquals(from, query.fromTime().orElseThrow());
        assertEquals(to, query.withDescendingTimestamps().toTime().orElseThrow());
        assertTrue(query.fromTime(null).fromTime().isEmpty());
        assertEquals(
                "WindowKeyQuery{key=k, timeFrom=Optional[" + from + "], timeTo=Optional[" + to + "]}",
                WindowKeyQuery.withKeyAndWindowStartRange("k", from, to).toString());
        assertEquals(
                org.apache.kafka.streams.query.WindowRangeQuery.withWindowStartRange(from, to)
                        .toString(),
                WindowRangeQuery.withWindowStartRange(from, to).toString());
    }
}
