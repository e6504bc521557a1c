package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Waits at the start of a process until brokers answer and know its topics, since on a cluster nobody starts pods in
 * order. A broker that is not there may have no address yet, which fails already the making of a client.
 */
record BrokerWait(BrokerAccess access, List<String> topics) {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final long LOOK_MS = 250;
    private static final String NOTHING = "";

    /** Waits as long as variable AWAIT_SECONDS says; not at all without it. */
    void await(Map<String, String> environment) throws RoleFailure, InterruptedException {
        if (Variable.AWAIT_SECONDS.in(environment).isPresent()) {
            await(Duration.ofSeconds(Variable.AWAIT_SECONDS.numberOf(environment)));
        }
    }

    void await(Duration limit) throws RoleFailure, InterruptedException {
        long startNs = System.nanoTime();
        String said = NOTHING;
        for (String reason = lack(); !reason.equals(NOTHING); reason = lack()) {
            if (System.nanoTime() - startNs > limit.toNanos()) {
                throw new RoleFailure("not begun after " + limit.toSeconds() + " s: " + reason);
            }
            if (!reason.equals(said)) {
                Orders.say("waiting: " + reason);
                said = reason;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    /** What is not there yet. */
    private String lack() throws InterruptedException {
        try (Admin admin = access.admin()) {
            List<String> missing = topics.isEmpty() ? List.of() : missing(admin);
            admin.describeCluster().nodes().get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return missing.isEmpty() ? NOTHING : "there are no topics " + missing;
        } catch (ExecutionException | KafkaException refused) {
            return "the brokers do not answer: " + refused.getMessage();
        } catch (TimeoutException silent) {
            return "the brokers do not answer within " + ANSWER_LIMIT.toSeconds() + " s";
        }
    }

    private List<String> missing(Admin admin) throws ExecutionException, InterruptedException, TimeoutException {
        Set<String> known = admin.listTopics().names().get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        return topics.stream().filter(topic -> !known.contains(topic)).toList();
    }
}
