package org.stoatflow.runtime.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/**
 * The transactions of the application that have no outcome yet, by their transactional ids. One that a killed instance
 * has left is ended by the brokers once its {@code transaction.timeout.ms} has passed; what it commits
 * until then moves offsets and ends of topics. Any thread.
 */
public final class OpenTransactions {
    private static final Set<TransactionState> STATES = Set.of(
            TransactionState.ONGOING,
            TransactionState.PREPARE_COMMIT,
            TransactionState.PREPARE_ABORT,
            TransactionState.PREPARE_EPOCH_FENCE);

    /** Ours; Kafka Streams', of a process and a thread; those of its releases before 4.0, of a task. */
    private static final Pattern ENDS =
            Pattern.compile("stoatflow-\\d+|\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}-\\d+|\\d+_\\d+");

    private final AdminRequests requests;
    private final String applicationId;

    public OpenTransactions(AdminRequests requests, String applicationId) {
        this.requests = requests;
        this.applicationId = applicationId;
    }

    /** Their transactional ids, sorted. */
    public List<String> ids() {
        Collection<TransactionListing> open = requests.answer(
                requests.admin()
                        .listTransactions(new ListTransactionsOptions().filterStates(STATES))
                        .all(),
                "listing open transactions");
        return open.stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> isOf(applicationId, id))
                .sorted()
                .toList();
    }

    /** What brokers know of each. One that ends meanwhile may be missing. */
    public List<OpenTransaction> described() {
        List<String> ids = ids();
        DescribeTransactionsResult asked = requests.admin().describeTransactions(ids);
        List<OpenTransaction> open = new ArrayList<>();
        for (String id : ids) {
            TransactionDescription known = requests.answerUnless(
                    asked.description(id), "describing transaction " + id, TransactionalIdNotFoundException.class);
            if (known != null && STATES.contains(known.state())) {
                open.add(new OpenTransaction(
                        id,
                        known.state().name(),
                        known.transactionStartTimeMs(),
                        known.transactionTimeoutMs(),
                        Set.copyOf(known.topicPartitions())));
            }
        }
        return open;
    }

    static boolean isOf(String applicationId, String transactionalId) {
        String begin = applicationId + "-";
        return transactionalId.startsWith(begin)
                && ENDS.matcher(transactionalId.substring(begin.length())).matches();
    }
}
