package org.stoatflow.runtime.lifecycle;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.restoring.FollowedGroup;
import org.stoatflow.runtime.restoring.Following;
import org.stoatflow.runtime.restoring.KnownLogs;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.streams.StreamsConfig;

/**
 * What a member of the group may do before it owns the partitions: it compares its state with the changelogs, and
 * follows these. It makes no producer, fences nobody and commits nothing; what it writes is in its own folder, by a
 * right that ends before a recovery begins. Owner: the dispatcher's thread.
 */
final class Standby {
    private final ApplicationSettings settings;
    private final Environment environment;
    private final ClusterTopics cluster;
    private final KafkaClients clients;
    private final StateTurns turns;
    private final boolean wanted;

    Standby(
            StreamsConfig config,
            Environment environment,
            ClusterTopics cluster,
            KafkaClients clients,
            StateTurns turns) {
        this.settings = ApplicationSettings.of(config);
        this.environment = environment;
        this.cluster = cluster;
        this.clients = clients;
        this.turns = turns;
        this.wanted = ApplicationSettings.wantsStandbys(config);
    }

    /** Whether the user has asked for standbys. */
    boolean isWanted() {
        return wanted;
    }

    /** Whether nothing of a turn before goes on. */
    boolean isQuiet() {
        return turns.isQuiet();
    }

    /** Begins to follow, once the state is quiet. The caller has the steps done. */
    Attempt begin(MemberPlan plan) {
        return new Attempt(plan);
    }

    /** One time of following. The steps write the fields, one after the other; the lifecycle waits for each. */
    final class Attempt {
        private final MemberPlan plan;
        private final RecoverySteps steps;
        private @Nullable Following planned;
        private @Nullable Following following;

        private Attempt(MemberPlan plan) {
            this.plan = plan;
            this.steps = turns.begin();
            steps.beside("comparing the state with its changelogs", this::compare);
            steps.here("beginning to follow the changelogs", this::follow);
        }

        private void compare() {
            KnownLogs.emptyOthers(plan.plan(), plan.state(), environment.clock().millis(), Following::isFollowed);
            planned = Following.plan(
                    plan.plan(),
                    plan.state(),
                    cluster,
                    new FollowedGroup(cluster, settings.applicationId(), settings.requestTimeout()),
                    clients,
                    environment);
        }

        private void follow() {
            Following begun = Objects.requireNonNull(planned, "the step before this one");
            following = begun;
            begun.begin(turns.write(plan.state()), clients);
            environment.meters().onRestore(begun.progress());
            environment.meters().onFollowing(begun.progress());
        }

        /**
         * Does the next step, or looks whether all is well.
         *
         * @throws RuntimeException what has ended it
         */
        void advance() {
            if (following == null) {
                steps.advance();
            } else {
                following.requireGoing();
            }
        }

        /** Ends it, and does not wait: what is still written is waited for, or refused, by the next turn. */
        void stop() {
            steps.end();
            environment.meters().onFollowing(null);
            if (following != null) {
                following.stop();
            }
            clients.forgetRestoreConsumers();
        }
    }
}
