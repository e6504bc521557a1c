package org.stoatflow.parity.program;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.MultiVersionedKeyQuery;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.VersionedKeyQuery;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;

/** Stores that users have written. */
final class UserStoreRows {
    private UserStoreRows() {}

    static List<Row> rows() {
        return List.of(
                Row.script(
                                "user's store of a count, restarted",
                                at -> StoreRows.restart(at, TreeStore.supplier("rows", false, told -> {}), false))
                        .apart("restores", Difference.CHANGELOG_RECORDS),
                Row.script(
                                "user's versioned store of a count, restarted",
                                at -> StoreRows.restart(
                                        at, TreeVersions.supplier("rows", 3_600_000, false, told -> {}), false))
                        .apart("changelogs", Difference.VERSIONS_OF_A_USER)
                        .apart("outputs", Difference.VERSIONS_OF_A_USER),
                Row.script("user's versioned store, queried", UserStoreRows::versions)
                        .fed(UserStoreRows::feed),
                Row.topology("user's own store", UserStoreRows::tallies).fed(UserStoreRows::feed),
                Row.script("user's own store, queried", UserStoreRows::queried).fed(UserStoreRows::feed));
    }

    private static Topology tallies(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(new OwnStores("tallies", told -> {}).withLoggingEnabled(Map.of()));
        builder.<String, String>stream(at.in()).process(tallying(at), "tallies").to(at.out());
        return builder.build();
    }

    private static void feed(Scene at) {
        at.create("in", 2);
        for (int i = 0; i < 40; i++) {
            at.send("in", i % 2, Feeds.BEGIN + i, "k" + i % 6, "v" + i);
        }
    }

    private static void queried(Scene at) {
        at.feed();
        KafkaStreams app = at.started(tallies(at));
        at.awaitCommitted(app);
        for (Query<?> query :
                List.of(new OwnStores.TallyOf("k2"), new OwnStores.TallyOf("absent"), KeyQuery.withKey("k2"))) {
            app.query(StateQueryRequest.inStore("tallies").withQuery(query).enableExecutionInfo())
                    .getPartitionResults()
                    .forEach((partition, answer) -> at.note(
                            query.getClass().getSimpleName() + " in " + partition,
                            answer.isFailure() ? answer.getFailureReason() : answer.getResult()));
        }
        at.close(app);
    }

    private static void versions(Scene at) {
        at.feed();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in())
                .toTable(Materialized.as(
                        (KeyValueBytesStoreSupplier) TreeVersions.supplier("versions", 3_600_000, false, told -> {})))
                .toStream()
                .to(at.out());
        KafkaStreams app = at.started(builder.build());
        at.awaitCommitted(app);
        Instant first = Instant.ofEpochMilli(Feeds.BEGIN + 10);
        for (Query<?> query : List.of(
                VersionedKeyQuery.withKey("k2"),
                VersionedKeyQuery.withKey("k2").asOf(first),
                VersionedKeyQuery.withKey("absent"),
                MultiVersionedKeyQuery.withKey("k2"))) {
            app.query(StateQueryRequest.inStore("versions").withQuery(query))
                    .getPartitionResults()
                    .forEach((partition, answer) -> at.note(
                            query.getClass().getSimpleName() + " in " + partition,
                            answer.isFailure() ? answer.getFailureReason() : answer.getResult()));
        }
        at.close(app);
    }

    private static ProcessorSupplier<String, String, String, String> tallying(Scene at) {
        return () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                OwnStores.Tallies tallies = context().getStateStore("tallies");
                int tally = tallies.add(record.key());
                at.note(record.key(), tally + " in " + context().taskId());
                context().forward(record.withValue(String.valueOf(tally)));
            }
        };
    }
}
