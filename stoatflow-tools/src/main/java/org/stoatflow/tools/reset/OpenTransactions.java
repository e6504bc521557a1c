package org.stoatflow.tools.reset;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * The transactions of the application that have no outcome yet, by their transactional ids. One that a killed instance
 * has left is ended by the brokers once its {@code transaction.timeout.ms} has passed; what it commits after a reset
 * would replace the offsets that were set.
 */
final class OpenTransactions {
    private static final Set<TransactionState> STATES = Set.of(
            TransactionState.ONGOING,
            TransactionState.PREPARE_COMMIT,
            TransactionState.PREPARE_ABORT,
            TransactionState.PREPARE_EPOCH_FENCE);

    /** Ours; Kafka Streams', of a process and a thread; those of its releases before 4.0, of a task. */
    private static final Pattern ENDS =
            Pattern.compile("stoatflow-\\d+|\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}-\\d+|\\d+_\\d+");

    private final Cluster cluster;
    private final String applicationId;

    OpenTransactions(Cluster cluster, String applicationId) {
        this.cluster = cluster;
        this.applicationId = applicationId;
    }

    /** Their transactional ids, sorted. */
    List<String> ids() {
        Collection<TransactionListing> open = cluster.answer(
                cluster.admin()
                        .listTransactions(new ListTransactionsOptions().filterStates(STATES))
                        .all(),
                "list open transactions");
        return open.stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> isOf(applicationId, id))
                .sorted()
                .toList();
    }

    static boolean isOf(String applicationId, String transactionalId) {
        String begin = applicationId + "-";
        return transactionalId.startsWith(begin)
                && ENDS.matcher(transactionalId.substring(begin.length())).matches();
    }
}
