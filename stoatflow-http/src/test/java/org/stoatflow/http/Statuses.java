package org.stoatflow.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;

/** Made-up statuses. */
final class Statuses {
    private Statuses() {}

    static ApplicationStatus of(String state, @Nullable String phase) {
        return of(state, phase, null);
    }

    static ApplicationStatus of(String state, @Nullable String phase, ApplicationStatus.@Nullable Restore restore) {
        return new ApplicationStatus(
                new ApplicationStatus.Instance("orders", "orders-1"),
                new ApplicationStatus.Phase(
                        state,
                        phase,
                        restore == null
                                ? ApplicationStatus.Readiness.WORKS
                                : restore.standby()
                                        ? ApplicationStatus.Readiness.STANDS_BY
                                        : ApplicationStatus.Readiness.RESTORES,
                        "all partitions are ours",
                        Duration.ofMillis(1_500),
                        false,
                        true),
                new ApplicationStatus.Epochs(7, Duration.ofMillis(20), null, Duration.ofMillis(4), 123, "nothing yet"),
                List.of(new ApplicationStatus.Stage(
                        0,
                        4,
                        new ApplicationStatus.Work(10, 2, 1, 0, Duration.ofSeconds(3)),
                        List.of(new ApplicationStatus.Lane(
                                "stage 0 lane 1", 2, 0, Duration.ofSeconds(3), "in topic \"lines\"")),
                        List.of(new ApplicationStatus.HotKey("#1f9a03c2", "stage 0 lane 1", 0.412)))),
                List.of(new ApplicationStatus.Source("lines", 3, 5, 10, Instant.EPOCH)),
                new ApplicationStatus.Stores(restore, 4_096, 100),
                List.of());
    }

    static ApplicationTopology topology() {
        return new ApplicationTopology(
                List.of(
                        new ApplicationTopology.Stage(
                                0,
                                4,
                                4,
                                "PARTITION",
                                "it changes keys",
                                List.of(
                                        new ApplicationTopology.Node(
                                                "source",
                                                ApplicationTopology.Kind.SOURCE,
                                                List.of(),
                                                List.of("lines"),
                                                List.of()),
                                        new ApplicationTopology.Node(
                                                "way",
                                                ApplicationTopology.Kind.SINK,
                                                List.of("source"),
                                                List.of("orders-words-repartition"),
                                                List.of())),
                                List.of()),
                        new ApplicationTopology.Stage(
                                1,
                                8,
                                4,
                                "KEY",
                                "String keys",
                                List.of(
                                        new ApplicationTopology.Node(
                                                "words",
                                                ApplicationTopology.Kind.SOURCE,
                                                List.of(),
                                                List.of("orders-words-repartition"),
                                                List.of()),
                                        new ApplicationTopology.Node(
                                                "count \"all\"",
                                                ApplicationTopology.Kind.PROCESSOR,
                                                List.of("words"),
                                                List.of(),
                                                List.of("counts"))),
                                List.of(new ApplicationTopology.Store("counts", "key-value", true, "log")))),
                List.of(new ApplicationTopology.Hop("orders-words-repartition", 4, List.of(0), 1)),
                List.of());
    }
}
